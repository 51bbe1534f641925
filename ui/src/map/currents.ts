/** Arrows of the current at cruise depth for what the map shows, asked for once the map has come to rest. */

import type { GeoJSONSource, Map } from 'maplibre-gl'

import { api } from '../api.ts'
import { debounce } from '../dom.ts'
import { store } from '../state.ts'
import type { CurrentsGrid } from '../types.ts'
import { courseOf } from '../units.ts'

const WAIT_MS = 400

/** Length by share of the strongest arrow in view: a weak field is as easy to read as a strong one, colours tell them apart. */
function arrows(grid: CurrentsGrid): GeoJSON.Feature[] {
  const strongest = Math.max(0.02, ...grid.u.map((u, i) => Math.hypot(u ?? 0, grid.v[i] ?? 0)))
  const features: GeoJSON.Feature[] = []
  for (let j = 0; j < grid.height; j++) {
    for (let i = 0; i < grid.width; i++) {
      const u = grid.u[j * grid.width + i] ?? 0
      const v = grid.v[j * grid.width + i] ?? 0
      const speed = Math.hypot(u, v)
      if (speed < 0.002) continue
      const lat = grid.lat_min + ((grid.lat_max - grid.lat_min) * (j + 0.5)) / grid.height
      const lon = grid.lon_min + ((grid.lon_max - grid.lon_min) * (i + 0.5)) / grid.width
      features.push({ type: 'Feature', properties: { course: courseOf(u, v), speed, size: 0.45 + 0.5 * (speed / strongest) }, geometry: { type: 'Point', coordinates: [lon, lat] } })
    }
  }
  return features
}

export function showCurrents(map: Map): void {
  let asked = ''
  let going: AbortController | null = null

  async function load(): Promise<void> {
    const { settings, cruiseDepth } = store.get()
    if (!settings.layers.currents) return
    const bounds = map.getBounds()
    const box = {
      south: Math.max(-85, bounds.getSouth()),
      north: Math.min(85, bounds.getNorth()),
      west: bounds.getWest(),
      east: Math.min(bounds.getEast(), bounds.getWest() + 360),
    }
    const key = [...Object.values(box).map((x) => x.toFixed(3)), cruiseDepth].join()
    if (key === asked) return
    asked = key
    going?.abort()
    going = new AbortController()
    try {
      const grid = await api.currents(box, cruiseDepth, going.signal)
      map.getSource<GeoJSONSource>('currents')?.setData({ type: 'FeatureCollection', features: arrows(grid) })
    } catch {
      if (key === asked) asked = ''
    }
  }

  const soon = debounce(WAIT_MS, () => void load())
  map.on('moveend', soon)
  store.watch((s) => [s.settings.layers.currents, s.cruiseDepth, s.link === 'open'], soon)
}
