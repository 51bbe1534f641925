/** A MapLibre map with our style, in a place of the page. */

import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map, type MapOptions, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

import { addArrows } from './arrow.ts'
import { watchLook } from './look.ts'
import { cached } from '../parts.ts'
import { store } from '../state.ts'
import { WHOLE } from './depth_range.ts'
import { watchOnline } from './online.ts'
import { lookOf } from './palette.ts'
import { styleOf } from './style.ts'

const WORKER = new URL(workerUrl, location.href).href
setWorkerUrl(WORKER)

export async function createMap(container: HTMLElement, options: Partial<MapOptions>): Promise<Map> {
  // A map whose worker cannot be read never comes; from the browser's cache it can.
  await cached('map', WORKER)
  const { settings } = store.get()
  const map = new Map({
    container,
    style: styleOf(lookOf(store.get()), WHOLE),
    attributionControl: false,
    fadeDuration: 0,
    maxPitch: 80,
    minZoom: 1,
    maxZoom: 18,
    ...options,
  })
  watchOnline(map)
  map.addControl(new NavigationControl({ visualizePitch: true }), 'top-right')
  const scale = new ScaleControl({ unit: settings.units === 'SI' ? 'metric' : 'nautical' })
  map.addControl(scale, 'bottom-right')
  store.watch((s) => s.settings.units, (units) => scale.setUnit(units === 'SI' ? 'metric' : 'nautical'))
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  await new Promise<void>((resolve) => void (map.isStyleLoaded() ? resolve() : map.once('style.load', () => resolve())))
  addArrows(map)
  watchLook(map)
  return map
}
