/** What hangs in the water of the tilted view: track, curtain, vehicle, posts at the ends, currents, and the surface itself. */

import { MercatorCoordinate } from 'maplibre-gl'

import type { Shown } from '../state.ts'
import type { Track } from '../track.ts'
import type { CurrentsGrid, LatLon } from '../types.ts'
import { continuousLon } from '../units.ts'
import { ARROW_COLOURS } from './arrow.ts'
import { arrowsOf } from './currents.ts'
import { roundStep } from './depth_range.ts'
import { CURRENT_SCALE, type Palette } from './palette.ts'
import { type Part, Shape, tint } from './ribbons.ts'

const MOST_POINTS = 1200
const VEHICLE_PIXELS = 15
const WORLD_PIXELS = 512
const LINES_ACROSS = 8

/** Place of a position and depth relative to an origin, in world units; depths are stretched by `heights`. */
type Placed = (lon: number, lat: number, depth: number) => [number, number, number]

function placing(origin: MercatorCoordinate, heights: number): Placed {
  const scale = origin.meterInMercatorCoordinateUnits() * heights
  // Longitudes go on beyond 180 degrees here, as they do in the world units.
  return (lon, lat, depth) => [
    (180 + lon) / 360 - origin.x, MercatorCoordinate.fromLngLat([0, lat]).y - origin.y, -depth * scale,
  ]
}

/** The track, and a curtain from it down to the sea floor. */
export function trackPart(track: Track, heights: number, colours: Palette): Part | null {
  if (track.length < 2) return null
  const [lat, lon, depth, floor] = (['lat', 'lon', 'depth_m', 'sea_floor_depth_m'] as const).map((name) => track.column(name))
  if (!lat || !lon || !depth || !floor) return null
  const origin = MercatorCoordinate.fromLngLat([lon[0] ?? 0, lat[0] ?? 0])
  const placed = placing(origin, heights)
  const line = new Shape('LINE_STRIP', 3)
  const curtain = new Shape('TRIANGLE_STRIP')
  const [solid, veil, hem] = [tint(colours.track), tint(colours.track, 0.34), tint(colours.track, 0.1)]
  const step = Math.max(1, Math.ceil(track.length / MOST_POINTS))
  for (let k = 0; k < track.length + step - 1; k += step) {
    const i = Math.min(k, track.length - 1)
    const at = [lon[i] ?? 0, lat[i] ?? 0] as const
    const here = placed(...at, depth[i] ?? 0)
    line.add(...here, solid)
    curtain.add(...here, veil).add(...placed(...at, Number.isFinite(floor[i]) ? (floor[i] ?? 0) : (depth[i] ?? 0)), hem)
  }
  return { origin, shapes: [curtain, line] }
}

/** Deeper than any sea: the sea floor hides what of a post is below it. */
const BELOW = 12_000

/** Posts that stand at start and goal from the sea floor to the surface. */
export function postsPart(ends: readonly [LatLon | null, LatLon | null], heights: number, colours: Palette): Part | null {
  const first = ends[0] ?? ends[1]
  if (!first) return null
  const origin = MercatorCoordinate.fromLngLat([first.lon, first.lat])
  const placed = placing(origin, heights)
  const posts = new Shape('LINES', 2)
  for (const [i, end] of ends.entries()) {
    const colour = tint(i === 0 ? colours.plan : colours.track, 0.9)
    if (end) posts.add(...placed(end.lon, end.lat, 0), colour).add(...placed(end.lon, end.lat, BELOW), colour)
  }
  return { origin, shapes: [posts] }
}

/** Vehicle as an arrow of a fixed size on the screen, and the stem that ties it to surface and sea floor. */
export function vehiclePart(shown: Shown, near: number, heights: number, zoom: number): Part {
  const lon = continuousLon(shown.lon, near)
  const origin = MercatorCoordinate.fromLngLat([lon, shown.lat])
  const placed = placing(origin, heights)
  const depth = shown.depth_m ?? 0
  const [x, y, z] = placed(lon, shown.lat, depth)
  const size = VEHICLE_PIXELS / (WORLD_PIXELS * 2 ** zoom)
  const heading = ((shown.compass_deg ?? 0) * Math.PI) / 180
  const corner = (angle: number, far: number): [number, number, number] =>
    [x + Math.sin(heading + angle) * size * far, y - Math.cos(heading + angle) * size * far, z]
  const body = new Shape('TRIANGLES', 1, true)
  for (const [grown, colour] of [[1.35, tint('#3a1600')], [1, tint('#ffffff')]] as const) {
    for (const side of [2.5, -2.5]) {
      for (const [angle, far] of [[side, 0.9], [Math.PI, 0.35], [0, 1]] as const) body.add(...corner(angle, far * grown), colour)
    }
  }
  const stem = new Shape('LINES', 1)
  const [strong, faint] = [tint('#ffffff', 0.9), tint('#ffffff', 0.35)]
  stem.add(x, y, z, strong).add(...placed(lon, shown.lat, shown.sea_floor_depth_m ?? depth), strong)
  stem.add(x, y, z, faint).add(...placed(lon, shown.lat, 0), faint)
  return { origin, shapes: [stem, body] }
}

/** Arrows of the current at its depth, as long as they are on the map from above. */
export function currentsPart(grid: CurrentsGrid, heights: number): Part {
  const middle = { lat: (grid.lat_min + grid.lat_max) / 2, lon: (grid.lon_min + grid.lon_max) / 2 }
  const origin = MercatorCoordinate.fromLngLat([middle.lon, middle.lat])
  const placed = placing(origin, heights)
  const cell = (grid.lon_max - grid.lon_min) / 360 / grid.width
  const shape = new Shape('TRIANGLES')
  for (const { lat, lon, course, speed, size } of arrowsOf(grid)) {
    const [x, y, z] = placed(lon, lat, grid.depth_m)
    const angle = (course * Math.PI) / 180
    const long = cell * 0.38 * size
    /** A corner by its share of the length ahead and to starboard. */
    const at = (ahead: number, aside: number): [number, number, number] => [
      x + long * (Math.sin(angle) * ahead + Math.cos(angle) * aside), y - long * (Math.cos(angle) * ahead - Math.sin(angle) * aside), z,
    ]
    const colour = ARROW_COLOURS[Math.min(ARROW_COLOURS.length - 1, Math.floor((ARROW_COLOURS.length * speed) / CURRENT_SCALE))] ?? '#ffffff'
    for (const [rim, paint] of [[0.05, tint('#04101c', 0.7)], [0, tint(colour)]] as const) {
      const [w, head] = [0.09 + rim, 0.34 + rim]
      const corners = [[-1 - rim, -w], [-1 - rim, w], [0.25, w], [-1 - rim, -w], [0.25, w], [0.25, -w], [0.25 - rim, -head], [0.25 - rim, head], [1 + rim, 0]] as const
      for (const [ahead, aside] of corners) shape.add(...at(ahead, aside), paint)
    }
  }
  return { origin, shapes: [shape] }
}

/** Metres between the lines on the surface for a width in view [m]. */
export const gridStep = (width: number): number => roundStep(width / LINES_ACROSS)

/** The water's surface about the middle of the view: a veil and a grid that fade out. */
export function surfacePart(centre: LatLon, width: number, colours: Palette): Part {
  const origin = MercatorCoordinate.fromLngLat([centre.lon, centre.lat])
  const metre = origin.meterInMercatorCoordinateUnits()
  const reach = width * 0.9 * metre
  const [full, none] = [tint(colours.surface, 0.1), tint(colours.surface, 0)]
  const veil = new Shape('TRIANGLES')
  for (let i = 0; i < 32; i++) {
    const [a, b] = [(i * Math.PI) / 16, ((i + 1) * Math.PI) / 16]
    veil.add(0, 0, 0, full).add(reach * Math.cos(a), reach * Math.sin(a), 0, none).add(reach * Math.cos(b), reach * Math.sin(b), 0, none)
  }
  const lines = new Shape('LINES')
  const step = gridStep(width) * metre
  const from = (value: number): number => Math.ceil((value - reach) / step) * step - value
  for (const along of [0, 1] as const) {
    for (let at = from(along === 0 ? origin.x : origin.y); at <= reach; at += step) {
      const half = Math.sqrt(Math.max(0, reach * reach - at * at))
      const strength = tint(colours.surface, 0.3 * (half / reach))
      const ends = [[-half, none], [0, strength], [0, strength], [half, none]] as const
      for (const [other, colour] of ends) lines.add(along === 0 ? at : other, along === 0 ? other : at, 0, colour)
    }
  }
  return { origin, shapes: [veil, lines] }
}
