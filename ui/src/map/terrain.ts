/** The tilted view of the sea floor, with a camera of its own; loaded when it is first asked for. */

import type { Map } from 'maplibre-gl'

import { byId, debounce } from '../dom.ts'
import { store, track } from '../state.ts'
import { askedView, writeView } from '../url.ts'
import { createMap } from './create.ts'
import { showCurrents } from './currents.ts'
import { showDepthTrack } from './depth_layer.ts'
import { covered, fit, onClick } from './index.ts'
import { fitNewPlans } from './fitting.ts'
import { heights } from './heights.ts'
import { showLines } from './lines.ts'
import { showMarkers } from './markers.ts'
import { showTrack } from './track_layer.ts'
import { showTravelled } from './travelled.ts'

const PITCH = 62
const BEARING = 20

export async function showTerrain(): Promise<Map> {
  const { shown, start } = store.get()
  const asked = askedView('view3d')
  const middle = asked ?? shown ?? start
  const map = await createMap(byId('map3d'), {
    center: middle ? [middle.lon, middle.lat] : [-40, 25],
    zoom: asked?.zoom ?? (middle ? 11 : 3),
    pitch: asked?.pitch ?? PITCH,
    bearing: asked?.bearing ?? BEARING,
  })
  // The floor is known when the first rows are there; the choice must not follow every row after them.
  store.watch((s) => [s.settings.exaggeration, s.start, s.goal, s.trackVersion > 0 && track.length > 1], () =>
    map.setTerrain({ source: 'terrain', exaggeration: heights() }))
  map.setSky({ 'sky-color': '#0f2a45', 'horizon-color': '#1d4365', 'fog-color': '#0a1a2e', 'sky-horizon-blend': 0.6 })
  onClick(map)
  showCurrents(map)
  showLines(map)
  showTrack(map)
  showTravelled(map)
  showMarkers(map, true)
  showDepthTrack(map)
  const look = (travelled: boolean): void => {
    fit(map, travelled, { ...covered(), top: 40, bottom: 80 }, { pitch: PITCH, bearing: BEARING })
  }
  const keep = (): void => {
    const { lat, lng } = map.getCenter()
    writeView({ lat, lon: lng, zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch() }, 'view3d')
  }
  const keepSoon = debounce(300, () => void (store.get().settings.view3d && keep()))
  map.on('moveend', keepSoon)
  store.watch((s) => s.settings.view3d, keepSoon)
  fitNewPlans(() => look(false), asked !== null)
  byId('maps').addEventListener('fit', () => look(true))
  new ResizeObserver(() => map.resize()).observe(byId('map3d'))
  return map
}
