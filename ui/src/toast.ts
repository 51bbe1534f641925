/** Short notices above the timeline, with an undo where there is one. They leave by themselves. */

import { button, byId, h } from './dom.ts'

export interface Notice {
  kind?: 'info' | 'good' | 'bad'
  undo?: () => void
  /** 0 keeps it until `close`. */
  seconds?: number
}

export function toast(message: string, notice: Notice = {}): () => void {
  const kind = notice.kind ?? 'info'
  const box = h('div', { class: `toast ${kind}${notice.seconds === 0 ? ' standing' : ''}` }, h('span', {}, message))
  const close = (): void => box.remove()
  const undo = notice.undo
  if (undo) box.append(button('Undo', () => (undo(), close())))
  box.append(button('×', close, { class: 'quiet', 'aria-label': 'Close this notice' }))
  const all = byId('toasts')
  all.append(box)
  while (all.children.length > 3) (all.querySelector('.toast:not(.standing)') ?? all.firstElementChild)?.remove()
  const seconds = notice.seconds ?? (kind === 'bad' ? 12 : 6)
  if (seconds > 0) setTimeout(close, seconds * 1000)
  return close
}
