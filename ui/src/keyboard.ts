/** Keys for the whole page; a control that has the focus keeps its own. */

import { dropScrub, endTime, goLive, playOrPause, scrubTo, step } from './playback.ts'

const TYPING = 'input, select, textarea, [contenteditable], dialog'
const PRESSING = 'button, summary, a, [role="tab"]'

export function startKeyboard(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const at = event.target instanceof Element ? event.target : null
    if (at?.closest(TYPING)) return
    const onMap = at?.closest('.maplibregl-canvas, .maplibregl-marker') != null
    const seconds = event.shiftKey ? 60 : 10
    if (event.key === ' ') {
      if (at?.closest(PRESSING)) return
      void playOrPause()
    } else if (event.key === 'ArrowLeft' && !onMap) step(-seconds)
    else if (event.key === 'ArrowRight' && !onMap) step(seconds)
    else if (event.key === 'Home') (scrubTo(0), dropScrub())
    else if (event.key === 'End') (scrubTo(endTime()), dropScrub())
    else if (event.key === 'l') goLive()
    else if (event.key === 'Escape') document.body.classList.remove('show-left', 'show-right')
    else return
    event.preventDefault()
  })
}
