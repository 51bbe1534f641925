/** Puts the page together: frame first, then what the server knows, then the maps. */

import { byId, h, sentence, text, words } from './dom.ts'
import { startFeed } from './feed.ts'
import { startKeyboard } from './keyboard.ts'
import { charts, map, section, terrain } from './parts.ts'
import { showRails } from './panels/rails.ts'
import { showTopbar } from './panels/topbar.ts'
import { startShowing } from './playback.ts'
import { followServer, restore } from './session.ts'
import { setting, store } from './state.ts'
import { connect } from './stream.ts'
import { watchSection } from './cut/place.ts'
import { showTimeline } from './timeline.ts'
import { toast } from './toast.ts'
import { startAddress } from './url.ts'
import { followSources } from './water.ts'

function watchTerrain(): void {
  const place = byId('map3d')
  const note = h('p', { class: 'map-note', role: 'status' })
  let opened = false
  store.watch((s) => s.missing.terrain ?? '', (why) => text(note, why && `The tilted view ${why}.`))
  store.watch((s) => [s.settings.view3d, s.mapReady], () => {
    const { settings, mapReady } = store.get()
    place.hidden = !settings.view3d
    document.body.classList.toggle('split', settings.view3d)
    if (!settings.view3d || !mapReady || opened) return
    opened = true
    place.append(note)
    terrain()
      .then(({ showTerrain }) => showTerrain())
      .catch((error: unknown) => {
        opened = false
        setting({ view3d: false })
        toast(`The tilted view cannot be shown: ${words(error)}.`, { kind: 'bad' })
      })
  })
}

async function loadMap(): Promise<void> {
  const note = byId('map-note')
  const leave = store.watch((s) => s.missing.map ?? '', (why) => why && text(note, `The map ${why}.`))
  try {
    const { showMap } = await map()
    leave()
    await showMap()
  } catch (error) {
    text(note, `${sentence(words(error))}. The map needs WebGL 2; everything beside it works without.`)
  }
  // Read before they are asked for: the server may be away then.
  void charts()
  void terrain()
  void section()
}

startAddress()
showTopbar()
showRails()
showTimeline()
startShowing()
startFeed()
followSources()
startKeyboard()
void restore().then(connect)
followServer()
watchTerrain()
watchSection(section)
/** The frame is painted before the map's code is read; where no paint is told of, a moment later. */
function afterPaint(action: () => void): void {
  let due = true
  const once = (): void => {
    if (due) action()
    due = false
  }
  new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
  setTimeout(once, 1200)
}

afterPaint(() => void loadMap())
