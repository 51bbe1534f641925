/** Puts the page together: frame first, then what the server knows, then the maps. */

import { api } from './api.ts'
import { compareWith } from './compare.ts'
import { byId, sentence, text, words } from './dom.ts'
import { startFeed } from './feed.ts'
import { startKeyboard } from './keyboard.ts'
import { showRails } from './panels/rails.ts'
import { showTopbar } from './panels/topbar.ts'
import { startShowing } from './playback.ts'
import { setting, store } from './state.ts'
import { connect } from './stream.ts'
import { showTimeline } from './timeline.ts'
import { toast } from './toast.ts'
import type { Session } from './types.ts'
import { askedCompare, askedRun, startAddress } from './url.ts'

/** What the session was last asked for, into the forms. */
async function fillForms(): Promise<Session | null> {
  const session = await api.session().catch(() => null)
  if (session?.mission) byId('mission-form').dispatchEvent(new CustomEvent('fill', { detail: session.mission }))
  if (session?.vehicle) store.set({ vehicle: session.vehicle })
  return session
}

async function restore(): Promise<void> {
  const session = await fillForms()
  try {
    if (askedRun && askedRun !== session?.run) {
      await api.openRun(askedRun)
      await fillForms()
    }
    if (askedCompare) await compareWith(askedCompare, 'compared run')
  } catch (error) {
    toast(`The run of this link cannot be opened: ${words(error)}. It may have been deleted.`, { kind: 'bad' })
  }
}

function watchTerrain(): void {
  const place = byId('map3d')
  let loaded = false
  store.watch((s) => [s.settings.view3d, s.mapReady], () => {
    const { settings, mapReady } = store.get()
    place.hidden = !settings.view3d
    document.body.classList.toggle('split', settings.view3d)
    if (!settings.view3d || !mapReady || loaded) return
    loaded = true
    import('./map/terrain.ts')
      .then(({ showTerrain }) => showTerrain())
      .catch((error: unknown) => {
        loaded = false
        setting({ view3d: false })
        toast(`The tilted view cannot be shown: ${words(error)}.`, { kind: 'bad' })
      })
  })
}

async function loadMap(): Promise<void> {
  try {
    const { showMap } = await import('./map/index.ts')
    await showMap()
  } catch (error) {
    text(byId('map-note'), `${sentence(words(error))}. The map needs WebGL 2; everything beside it works without.`)
  }
}

startAddress()
showTopbar()
showRails()
showTimeline()
startShowing()
startFeed()
startKeyboard()
void restore().then(connect)
store.watch((s) => s.serial, (_serial, before) => before !== '' && void fillForms(), true)
watchTerrain()
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
