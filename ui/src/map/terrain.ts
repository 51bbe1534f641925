/** The tilted view of the sea floor, with a camera of its own; loaded when it is first asked for. */

import type { Map } from 'maplibre-gl'

import { byId } from '../dom.ts'
import { store } from '../state.ts'
import { createMap } from './create.ts'
import { showCurrents } from './currents.ts'
import { covered, fit, onClick } from './index.ts'
import { showLines } from './lines.ts'
import { showMarkers } from './markers.ts'
import { showTrack } from './track_layer.ts'

const PITCH = 62
const BEARING = 20

export async function showTerrain(): Promise<Map> {
  const { shown, start, settings } = store.get()
  const middle = shown ?? start
  const map = await createMap(byId('map3d'), {
    center: middle ? [middle.lon, middle.lat] : [-40, 25],
    zoom: middle ? 11 : 3,
    pitch: PITCH,
    bearing: BEARING,
  })
  map.setTerrain({ source: 'terrain', exaggeration: settings.exaggeration })
  store.watch((s) => s.settings.exaggeration, (exaggeration) => map.setTerrain({ source: 'terrain', exaggeration }), true)
  map.setSky({ 'sky-color': '#0f2a45', 'horizon-color': '#1d4365', 'fog-color': '#0a1a2e', 'sky-horizon-blend': 0.6 })
  onClick(map)
  showCurrents(map)
  showLines(map)
  showTrack(map)
  showMarkers(map, true)
  const look = (): void => {
    fit(map, { ...covered(), top: 40, bottom: 80 }, { pitch: PITCH, bearing: BEARING })
  }
  store.watch((s) => s.plan, (plan) => void (plan && look()))
  byId('maps').addEventListener('fit', look)
  new ResizeObserver(() => map.resize()).observe(byId('map3d'))
  return map
}
