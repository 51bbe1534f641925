/** The online base map: whether its tiles come, said where it is switched on; everything else goes on without. */

import type { Map } from 'maplibre-gl'

import { store } from '../state.ts'
import { toast } from '../toast.ts'

const SOURCE = 'osm'

interface Told {
  sourceId?: string
  tile?: unknown
  error?: { message?: string }
}

let closeNotice = (): void => undefined

function fail(): void {
  if (store.get().osm === 'failed' || !store.get().settings.layers.osm) return
  store.set({ osm: 'failed' })
  closeNotice()
  closeNotice = toast('OpenStreetMap cannot be loaded: openstreetmap.org does not answer. The own map stays in its place.', { kind: 'bad' })
}

export function watchOnline(map: Map): void {
  map.on('error', (event) => {
    const { sourceId, error } = event as Told
    if (sourceId === SOURCE) fail()
    else console.warn('map:', error?.message ?? event)
  })
  map.on('data', (event) => {
    const { sourceId, tile } = event as Told
    const arrived = sourceId === SOURCE && (tile as { state?: string } | undefined)?.state === 'loaded'
    if (arrived && store.get().osm !== 'shown' && store.get().settings.layers.osm) store.set({ osm: 'shown' })
  })
}

store.watch((s) => s.settings.layers.osm, (on) => {
  if (!on) closeNotice()
  store.set({ osm: on ? 'loading' : 'off' })
})
