/** Numbers of a section: colours, round ticks, and where on the route a place is. Pure functions. */

import type { LatLon } from '../types.ts'
import type { SectionField } from '../water_types.ts'

/** cmocean, thirteen even steps each. */
const THERMAL = ['#042333', '#0c3060', '#2c3395', '#563b9c', '#744992', '#90558b', '#b15f82', '#d06970', '#eb7958', '#f99341', '#fbb43d', '#f5d748', '#e8fa5b']
const HALINE = ['#2a186c', '#2d219d', '#14439c', '#0f5b90', '#206e8b', '#2f8089', '#3c9387', '#48a682', '#5ab978', '#7acb67', '#aad85c', '#d8e273', '#fdef9a']
const SPEED = ['#fffdcd', '#f1e4a0', '#e1cd73', '#c9ba45', '#aaac20', '#879f08', '#5f920c', '#39831c', '#187328', '#0b5f2d', '#144b2a', '#193721', '#172313']
const BALANCE = ['#181c43', '#293888', '#0c5ebe', '#3888ba', '#75aabe', '#b6c9cf', '#f1eceb', '#dfbbb0', '#d08b73', '#bf573a', '#a52125', '#730e27', '#3c0912']

export const COLOURS: Record<SectionField, readonly string[]> = { temperature: THERMAL, salinity: HALINE, speed: SPEED, along: BALANCE, across: BALANCE }

const LEAST: Record<SectionField, number> = { temperature: 0.5, salinity: 0.1, speed: 0.02, along: 0.02, across: 0.02 }

export interface Range {
  low: number
  high: number
}

/** Ends of the colours: those of the values, from 0 for a speed, even about 0 for what has a sign; never nothing wide. */
export function rangeOf(field: SectionField, rows: readonly (readonly (number | null)[])[]): Range | null {
  let low = Infinity
  let high = -Infinity
  for (const row of rows) {
    for (const value of row) {
      if (value === null) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) return null
  const least = LEAST[field]
  if (field === 'speed') return { low: 0, high: Math.max(high, least) }
  if (field === 'along' || field === 'across') {
    const most = Math.max(Math.abs(low), Math.abs(high), least)
    return { low: -most, high: most }
  }
  const more = Math.max(0, least - (high - low)) / 2
  return { low: low - more, high: high + more }
}

const parts = (hex: string): [number, number, number] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as [number, number, number]

/** 256 colours between the stops, three bytes each. */
export function ramp(stops: readonly string[]): Uint8ClampedArray {
  const table = new Uint8ClampedArray(768)
  const known = stops.map(parts)
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (known.length - 1)
    const k = Math.min(Math.floor(at), known.length - 2)
    for (let c = 0; c < 3; c++) {
      const [from, to] = [known[k]?.[c] ?? 0, known[k + 1]?.[c] ?? 0]
      table[3 * i + c] = from + (to - from) * (at - k)
    }
  }
  return table
}

/** Row of the level above a depth, and the share of the one below it. */
export function between(levels: readonly number[], depth: number): { row: number; share: number } {
  let row = 0
  while (row < levels.length - 2 && (levels[row + 1] ?? Infinity) <= depth) row++
  const top = levels[row] ?? 0
  const bottom = levels[row + 1] ?? top + 1
  return { row, share: Math.min(Math.max((depth - top) / (bottom - top), 0), 1) }
}

/** Value at a depth in a column: linear, and that of the level above where the one below lies in the sea floor. */
export function valueAt(rows: readonly (readonly (number | null)[])[], column: number, { row, share }: { row: number; share: number }): number | null {
  const top = rows[row]?.[column] ?? null
  const bottom = rows[row + 1]?.[column] ?? null
  if (top === null) return null
  return bottom === null ? top : top + (bottom - top) * share
}

/** Number of the point of the route that is nearest to a place. */
export function nearest(lat: readonly number[], lon: readonly number[], place: LatLon): number {
  let best = 0
  let least = Infinity
  const shrink = Math.cos((place.lat * Math.PI) / 180)
  lat.forEach((value, i) => {
    const east = ((((lon[i] ?? 0) - place.lon) % 360) + 540) % 360 - 180
    const size = (value - place.lat) ** 2 + (east * shrink) ** 2
    if (size < least) {
      least = size
      best = i
    }
  })
  return best
}

/** Round numbers from 0 to a length, some `count` of them. */
export function roundTicks(length: number, count: number): number[] {
  if (!(length > 0)) return [0]
  const rough = length / Math.max(count, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10)
  return Array.from({ length: Math.floor(length / step + 1e-9) + 1 }, (_, i) => i * step)
}
