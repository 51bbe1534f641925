/** The map from above: created after the page's frame stands, then fed by the store. */

import type { LngLatBoundsLike, Map, PaddingOptions } from 'maplibre-gl'

import { byId, debounce } from '../dom.ts'
import { click } from '../pins.ts'
import { store, track } from '../state.ts'
import { askedView, writeView } from '../url.ts'
import { createMap } from './create.ts'
import { fitAgain, fitNewPlans } from './fitting.ts'
import { showCurrents } from './currents.ts'
import { planLine, showLines } from './lines.ts'
import { setDepthColours } from './look.ts'
import { showMarkers } from './markers.ts'
import { showReadout } from './readout.ts'
import { showTrack } from './track_layer.ts'
import { showTravelled } from './travelled.ts'
import { watchDepths } from './watch_depths.ts'

const FOOT = 175
const SPLIT_FOOT = 100

/** Part of the map that the rails lie over. */
export function covered(): PaddingOptions {
  const over = (id: string): number => {
    const rail = byId(id)
    const floats = matchMedia('(min-width: 1101px)').matches
    return floats && !rail.classList.contains('folded') ? rail.getBoundingClientRect().width + 24 : 24
  }
  // The timeline, which lies over the lower end, is below the other view when there are two.
  const foot = store.get().settings.view3d ? SPLIT_FOOT : FOOT + byId('section').clientHeight
  // Pins reach 16 pixels to the side of their place; the zoom buttons stand beside the right rail.
  return { left: over('left') + 16, right: over('right') + 56, top: 96, bottom: foot }
}

/** Bring the plan into view, and with `travelled` the track as well, which may still be that of the plan before. */
export function fit(map: Map, travelled: boolean, padding: PaddingOptions = covered(), camera: { pitch?: number; bearing?: number } = {}): void {
  const { plan } = store.get()
  const line = plan ? planLine(plan) : []
  const box = travelled ? track.bounds() : null
  const lons = [...line.map(([lon]) => lon), ...(box ? [box.west, box.east] : [])]
  const lats = [...line.map(([, lat]) => lat), ...(box ? [box.south, box.north] : [])]
  if (lons.length === 0) return
  const corners: LngLatBoundsLike = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  map.fitBounds(corners, { padding, maxZoom: 15, animate: !still, duration: 600, ...camera })
}

export function onClick(map: Map): void {
  map.on('click', (event) => click({ lat: event.lngLat.lat, lon: event.lngLat.lng }))
  map.getCanvas().setAttribute('aria-label', 'Map: click to set start and goal; arrows move, plus and minus zoom')
}

export async function showMap(): Promise<void> {
  const view = askedView()
  const map = await createMap(byId('map2d'), {
    center: view ? [view.lon, view.lat] : [-40, 25],
    zoom: view?.zoom ?? 2.2,
    dragRotate: false,
    pitchWithRotate: false,
  })
  map.touchZoomRotate.disableRotation()
  onClick(map)
  showCurrents(map)
  showLines(map)
  showTrack(map)
  showTravelled(map)
  showMarkers(map, false)
  const writeRange = showReadout(map)
  watchDepths(map, ({ range }) => {
    setDepthColours(map, range)
    writeRange(range)
  })

  map.on('moveend', debounce(300, () => {
    const { lat, lng } = map.getCenter()
    writeView({ lat, lon: lng, zoom: map.getZoom() })
  }))
  const look = (travelled: boolean): void => {
    fit(map, travelled)
    fitted()
  }
  const { fitted } = fitAgain(map, () => look(false), view !== null)
  fitNewPlans(() => look(false), view !== null)
  byId('maps').addEventListener('fit', () => look(true))
  byId('map-note').remove()
  store.set({ mapReady: true })
}
