/** Elements in one call: h('button', { type: 'button', 'aria-label': 'Play', onclick: play }, 'Play'). */

type Child = Node | string | null
type Props = Record<string, string | number | boolean | ((event: never) => void) | undefined>

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as unknown as EventListener)
    else if (name === 'class') element.className = String(value)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== null) element.append(child)
  return element
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no element ${id}`)
  return element
}

/** Write only what differs: the browser then has nothing to lay out. */
export function text(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value
}

export function button(label: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...props }, label)
}

export function section(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return h('details', { class: 'section', open }, h('summary', {}, title), h('div', { class: 'body' }, ...children))
}

/** Once per frame at most, however often it is asked for. */
export function perFrame(draw: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      draw()
    })
  }
}

export function debounce(wait: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(action, wait)
  }
}

export const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** First letter large, as the server's messages begin with a small one. */
export const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)
