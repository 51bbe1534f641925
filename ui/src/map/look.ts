/** Theme and layer switches of a map: only what changed is written to it. */

import type { Map, RasterTileSource } from 'maplibre-gl'

import { type Settings, store } from '../state.ts'
import { depthScale } from './palette.ts'
import { bathymetryTiles, layersOf } from './style.ts'

function repaint(map: Map, settings: Settings): void {
  for (const layer of layersOf(settings)) {
    if (!map.getLayer(layer.id)) continue
    for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as never, value as never)
    const visibility = layer.layout?.visibility
    if (visibility) map.setLayoutProperty(layer.id, 'visibility', visibility)
  }
}

export function watchLook(map: Map): void {
  store.watch((s) => [s.settings.theme, s.settings.layers], () => repaint(map, store.get().settings), true)
  let shown = depthScale(store.get().settings.maxDepth, map.getZoom())
  const rescale = (): void => {
    const wanted = depthScale(store.get().settings.maxDepth, map.getZoom())
    if (wanted === shown) return
    shown = wanted
    map.getSource<RasterTileSource>('bathymetry')?.setTiles(bathymetryTiles(wanted))
  }
  map.on('moveend', rescale)
  store.watch((s) => s.settings.maxDepth, rescale, true)
}
