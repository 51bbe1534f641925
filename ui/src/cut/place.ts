/** The section's place over the map: opened by its switch, its drawing is read later. */

import { byId, text } from '../dom.ts'
import { store } from '../state.ts'

export function watchSection(read: () => Promise<typeof import('./panel.ts')>): void {
  const place = byId('section')
  let opened = false
  store.watch((s) => s.settings.section, (on) => {
    place.hidden = !on
    document.body.classList.toggle('with-section', on)
    if (!on || opened) return
    opened = true
    void read().then(({ showSection }) => showSection(place))
  })
  store.watch((s) => s.missing.section ?? '', (why) => why && place.firstElementChild && text(place.firstElementChild, `The section ${why}.`))
}
