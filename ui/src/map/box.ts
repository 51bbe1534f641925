/** The part of the world about which a map asks the server. */

import type { Map } from 'maplibre-gl'

export interface Box {
  south: number
  west: number
  north: number
  east: number
}

const EQUATOR_M = 40_075_016.7
const TILE = 512

/** Metres that a pixel spans at the middle of a map. */
export function metresPerPixel(map: Map): number {
  return (EQUATOR_M * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (TILE * 2 ** map.getZoom())
}

/** What a map from above shows; of a tilted one, which may see to the horizon, a part about its middle. */
export function boxOf(map: Map, reach = 1): Box {
  if (map.getPitch() > 1) return middleOf(map, reach)
  const bounds = map.getBounds()
  const west = bounds.getWest()
  return {
    south: Math.max(-85, bounds.getSouth()),
    north: Math.min(85, bounds.getNorth()),
    west,
    east: Math.min(bounds.getEast(), west + 360),
  }
}

/** Square about the middle, `reach` times as wide as the map is there. */
function middleOf(map: Map, reach: number): Box {
  const { lat, lng } = map.getCenter()
  const degrees = (360 * map.getContainer().clientWidth) / (TILE * 2 ** map.getZoom())
  const half = Math.min(180, (reach * degrees) / 2)
  const up = half * Math.cos((lat * Math.PI) / 180)
  return { south: Math.max(-85, lat - up), north: Math.min(85, lat + up), west: lng - half, east: lng + half }
}
