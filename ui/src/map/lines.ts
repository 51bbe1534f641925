/** Planned route, waypoints and the compared run on a map. */

import type { GeoJSONSource, Map } from 'maplibre-gl'

import { compared, store } from '../state.ts'
import { spread } from '../track.ts'
import type { Plan } from '../types.ts'
import { continuousLon } from '../units.ts'

export type Line = [number, number][]

export function lineFeature(coordinates: Line): GeoJSON.Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }
}

export function setLine(map: Map, source: string, line: Line): void {
  const features = line.length > 1 ? [lineFeature(line)] : []
  map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
}

/** Corners of the plan as [lon, lat], longitudes without a jump at the date line. */
export function planLine(plan: Plan): Line {
  const line: Line = []
  plan.waypoints.forEach(({ lat, lon }, i) => {
    const before = line.at(-1)?.[0] ?? lon
    line.push([plan.drawn_lon?.[i] ?? continuousLon(lon, before), lat])
  })
  return line
}

function drawPlan(map: Map, plan: Plan | null): void {
  const line = plan ? planLine(plan) : []
  setLine(map, 'route', line)
  const features = line.slice(1, -1).map(
    (coordinates): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }),
  )
  map.getSource<GeoJSONSource>('waypoints')?.setData({ type: 'FeatureCollection', features })
}

function drawCompared(map: Map): void {
  const lat = compared.column('lat')
  const lon = compared.column('lon')
  setLine(map, 'compare', spread(compared.length, 5000).map((i) => [lon[i] ?? 0, lat[i] ?? 0]))
}

export function showLines(map: Map): void {
  store.watch((s) => s.plan, (plan) => drawPlan(map, plan))
  store.watch((s) => s.compareVersion, () => drawCompared(map))
}
