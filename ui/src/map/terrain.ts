/** The tilted view of the sea floor, with a camera of its own; loaded when it is first asked for. */

import type { Map } from 'maplibre-gl'

import { byId, debounce, h, text } from '../dom.ts'
import { store } from '../state.ts'
import { askedView, writeView } from '../url.ts'
import { metresPerPixel } from './box.ts'
import { createMap } from './create.ts'
import { showScene, widthOf } from './scene_layer.ts'
import { covered, fit, onClick } from './index.ts'
import { fitNewPlans } from './fitting.ts'
import { heightsFor } from './heights.ts'
import { depthLegend } from './legend.ts'
import { showLines } from './lines.ts'
import { setDepthColours } from './look.ts'
import { showMarkers } from './markers.ts'
import { paletteOf } from './palette.ts'
import { gridStep } from './scene.ts'
import { showTrack } from './track_layer.ts'
import { showTravelled } from './travelled.ts'
import { watchDepths } from './watch_depths.ts'

const PITCH = 66
const BEARING = 20

/** A round length in words. */
const lengthOf = (metres: number): string => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`)

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
  // The middle of the view lies on the surface, not on the floor: it stays where it is however deep the water is.
  map.setCenterClampedToGround(false)
  const note = h('div', { class: 'scene-note' })
  const legend = depthLegend()
  const words = h('span')
  note.append(legend.element, words)
  byId('map3d').append(note)
  let heights: number | null = null
  let deepest = 4000
  const scene = showScene(map, () => heights ?? 1)

  const stretch = (): void => {
    const { exaggeration } = store.get().settings
    const wanted = exaggeration > 0 ? exaggeration : heightsFor(metresPerPixel(map) * map.getContainer().clientHeight, deepest, heights)
    text(words, `Heights × ${wanted} · surface grid ${lengthOf(gridStep(widthOf(map)))}`)
    if (wanted === heights) return
    heights = wanted
    map.setTerrain({ source: 'terrain', exaggeration: wanted })
    scene.renew()
  }
  store.watch((s) => s.settings.exaggeration, stretch)
  map.on('moveend', stretch)
  watchDepths(map, (depths) => {
    setDepthColours(map, depths.range)
    legend.show(depths.range)
    deepest = depths.deepest ?? deepest
    stretch()
  })
  store.watch((s) => s.settings.layers.bathymetry, (on) => (legend.element.hidden = !on))
  store.watch((s) => s.theme, (theme) => {
    const { sky, horizon, fog } = paletteOf(theme)
    map.setSky({
      'sky-color': sky, 'horizon-color': horizon, 'fog-color': fog, 'sky-horizon-blend': 0.7, 'horizon-fog-blend': 0.6, 'fog-ground-blend': 0.75,
    })
  })
  onClick(map)
  showLines(map)
  showTrack(map)
  showTravelled(map)
  showMarkers(map, true)
  const look = (travelled: boolean): void => {
    // The water column hangs below the ends.
    heights = null
    fit(map, travelled, { ...covered(), top: 50, bottom: 75 + 0.12 * map.getContainer().clientHeight }, { pitch: PITCH, bearing: BEARING })
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
