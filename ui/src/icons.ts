/** The few pictures on buttons, as paths: no font has to have them. */

const PATHS = {
  play: 'M4 2 L14 8 L4 14 Z',
  pause: 'M3 2 H7 V14 H3 Z M9 2 H13 V14 H9 Z',
  start: 'M2 2 H5 V14 H2 Z M14 2 L5.5 8 L14 14 Z',
  left: 'M1 2 H15 V14 H1 Z M2.5 3.5 V12.5 H13.5 V3.5 Z M3.5 4.500 H6.5 V11.5 H3.5 Z',
  right: 'M1 2 H15 V14 H1 Z M2.5 3.5 V12.5 H13.5 V3.5 Z M9.5 4.500 H12.5 V11.5 H9.5 Z',
} as const

export type Icon = keyof typeof PATHS

const SVG = 'http://www.w3.org/2000/svg'

export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[name])
  path.setAttribute('fill-rule', 'evenodd')
  svg.append(path)
  return svg
}

export function setIcon(button: HTMLElement, name: Icon): void {
  if (button.dataset['icon'] === name) return
  button.dataset['icon'] = name
  button.replaceChildren(icon(name))
}
