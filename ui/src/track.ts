/** The computed history in typed arrays: appended to at the end, looked up by time with a binary search. */

import type { LatLon, TrackColumns } from './types.ts'
import { continuousLon, turn } from './units.ts'

export const COLUMNS = [
  't', 'lat', 'lon', 'depth_m', 'sea_floor_depth_m', 'speed_m_s', 'speed_through_water_m_s', 'power_W', 'soc', 'compass_deg',
] as const
export type Column = (typeof COLUMNS)[number]

export type Row = Record<Column, number>

export class Track {
  length = 0
  private room = 0
  private columns = {} as Record<Column, Float64Array>

  constructor() {
    this.grow(1024)
  }

  private grow(room: number): void {
    for (const name of COLUMNS) {
      const wider = new Float64Array(room)
      if (this.room > 0) wider.set(this.columns[name].subarray(0, this.length))
      this.columns[name] = wider
    }
    this.room = room
  }

  clear(): void {
    this.length = 0
  }

  /** View of a column; NaN where there is no number. */
  column(name: Column): Float64Array {
    return this.columns[name].subarray(0, this.length)
  }

  /** Append rows; longitudes go on without a jump at the date line. Rows not later than the last are left out. */
  append(rows: Partial<TrackColumns> & { t: number[] }): void {
    const count = rows.t.length
    while (this.length + count > this.room) this.grow(this.room * 2)
    for (let i = 0; i < count; i++) {
      const t = rows.t[i] ?? NaN
      if (this.length > 0 && !(t > this.endTime)) continue
      const k = this.length
      for (const name of COLUMNS) this.columns[name][k] = rows[name]?.[i] ?? NaN
      if (k > 0) this.columns.lon[k] = continuousLon(this.columns.lon[k] ?? NaN, this.columns.lon[k - 1] ?? NaN)
      this.length = k + 1
    }
  }

  get endTime(): number {
    return this.length > 0 ? (this.columns.t[this.length - 1] ?? 0) : 0
  }

  /** Index of the last row at or before `t`, 0 before the first, -1 in an empty track. */
  find(t: number): number {
    const times = this.columns.t
    let low = 0
    let high = this.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((times[middle] ?? Infinity) <= t) low = middle
      else high = middle - 1
    }
    return this.length === 0 ? -1 : low
  }

  row(i: number): Row {
    const row = {} as Row
    for (const name of COLUMNS) row[name] = this.columns[name][i] ?? NaN
    return row
  }

  /** The row at any time, linear between rows, heading by the short way; null in an empty track. */
  at(t: number): Row | null {
    const i = this.find(t)
    if (i < 0) return null
    const a = this.row(i)
    if (i + 1 >= this.length || t <= a.t) return a
    const b = this.row(i + 1)
    const fraction = (t - a.t) / (b.t - a.t)
    const row = {} as Row
    for (const name of COLUMNS) row[name] = a[name] + (b[name] - a[name]) * fraction
    row.compass_deg = turn(a.compass_deg, b.compass_deg, fraction)
    return row
  }

  /** Corners of the box around the whole track, continuous longitudes. */
  bounds(): { south: number; north: number; west: number; east: number } | null {
    if (this.length === 0) return null
    const box = { south: 90, north: -90, west: Infinity, east: -Infinity }
    for (let i = 0; i < this.length; i++) grow(box, { lat: this.columns.lat[i] ?? 0, lon: this.columns.lon[i] ?? 0 })
    return box
  }
}

function grow(box: { south: number; north: number; west: number; east: number }, place: LatLon): void {
  box.south = Math.min(box.south, place.lat)
  box.north = Math.max(box.north, place.lat)
  box.west = Math.min(box.west, place.lon)
  box.east = Math.max(box.east, place.lon)
}

/** At most `most` + 1 row indices, evenly spread, the last always among them. */
export function spread(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most))
  const picked: number[] = []
  for (let i = 0; i < length; i += step) picked.push(i)
  if (length > 0 && picked[picked.length - 1] !== length - 1) picked.push(length - 1)
  return picked
}
