/** Arrows of the current at the chosen depth and time for what the map shows, asked for once the map has come to rest. */

import type { GeoJSONSource, Map } from 'maplibre-gl'

import { api } from '../api.ts'
import { debounce } from '../dom.ts'
import { store } from '../state.ts'
import type { CurrentsGrid } from '../types.ts'
import { courseOf } from '../units.ts'
import { askedWater, overlayDepth } from '../water.ts'
import { boxOf } from './box.ts'

const WAIT_MS = 400

export interface Arrow {
  lat: number
  lon: number
  /** Compass degrees that the water sets to. */
  course: number
  speed: number
  /** Share of a cell that it is long. */
  size: number
}

/** Length by share of the strongest arrow in view: a weak field is as easy to read as a strong one, colours tell them apart. */
export function arrowsOf(grid: CurrentsGrid): Arrow[] {
  const strongest = Math.max(0.02, ...grid.u.map((u, i) => Math.hypot(u ?? 0, grid.v[i] ?? 0)))
  const found: Arrow[] = []
  for (let j = 0; j < grid.height; j++) {
    for (let i = 0; i < grid.width; i++) {
      const u = grid.u[j * grid.width + i] ?? 0
      const v = grid.v[j * grid.width + i] ?? 0
      const speed = Math.hypot(u, v)
      if (speed < 0.002) continue
      const lat = grid.lat_min + ((grid.lat_max - grid.lat_min) * (j + 0.5)) / grid.height
      const lon = grid.lon_min + ((grid.lon_max - grid.lon_min) * (i + 0.5)) / grid.width
      found.push({ lat, lon, course: courseOf(u, v), speed, size: 0.45 + 0.5 * (speed / strongest) })
    }
  }
  return found
}

/** Call `show` with the currents about what a map shows, for as long as their layer is on. */
export function watchCurrents(map: Map, show: (grid: CurrentsGrid) => void): void {
  let asked = ''
  let going: AbortController | null = null

  async function load(): Promise<void> {
    const state = store.get()
    const { settings } = state
    const deep = overlayDepth(state)
    const time = askedWater(state)
    if (!settings.layers.currents) return
    const box = boxOf(map)
    const key = [...Object.values(box).map((x) => x.toFixed(4)), deep, time ?? ''].join()
    if (key === asked) return
    asked = key
    going?.abort()
    going = new AbortController()
    try {
      show(await api.currents(box, deep, time, going.signal))
    } catch {
      if (key === asked) asked = ''
    }
  }

  const soon = debounce(WAIT_MS, () => void load())
  map.on('moveend', soon)
  store.watch((s) => [s.settings.layers.currents, overlayDepth(s), s.waterTime, s.link === 'open'], soon)
}

export function showCurrents(map: Map): void {
  watchCurrents(map, (grid) => {
    const features = arrowsOf(grid).map(({ lat, lon, ...properties }): GeoJSON.Feature =>
      ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lon, lat] } }))
    map.getSource<GeoJSONSource>('currents')?.setData({ type: 'FeatureCollection', features })
  })
}
