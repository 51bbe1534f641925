/** Theme, layer switches and depth colours of a map: only what changed is written to it. */

import type { Map, RasterTileSource } from 'maplibre-gl'

import { store } from '../state.ts'
import { type DepthRange, WHOLE } from './depth_range.ts'
import { type Look, lookOf } from './palette.ts'
import { bathymetryTiles, layersOf } from './style.ts'

function repaint(map: Map, look: Look): void {
  for (const layer of layersOf(look)) {
    if (!map.getLayer(layer.id)) continue
    for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as never, value as never)
    const visibility = layer.layout?.visibility
    if (visibility) map.setLayoutProperty(layer.id, 'visibility', visibility)
  }
}

export function watchLook(map: Map): void {
  store.watch((s) => [s.theme, s.osm, s.settings.layers], () => repaint(map, lookOf(store.get())), true)
}

/** Ranges that the maps' depth colours run over; a map begins with the whole. */
const ranges = new WeakMap<Map, DepthRange>()

/** Run the depth colours of a map over another range. */
export function setDepthColours(map: Map, range: DepthRange): void {
  const now = ranges.get(map) ?? WHOLE
  if (now.min === range.min && now.max === range.max) return
  ranges.set(map, range)
  map.getSource<RasterTileSource>('bathymetry')?.setTiles(bathymetryTiles(range))
}
