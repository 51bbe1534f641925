/** Columns for the charts: few enough points to draw at once and no peak lost, the compared run on the same times. */

import { type Column, spread, type Track } from '../track.ts'

export const MOST_POINTS = 900

export type Values = (number | null)[]

/** Rows that one point of the chart stands for. */
function bucket(length: number): number {
  const size = Math.ceil(length / MOST_POINTS)
  return size < 3 ? 1 : 2 * size
}

/** Times of the chart: two for each bucket of rows, and beyond the track's end those of the compared run. */
export function times(track: Track, other: Track): number[] {
  const t = track.column('t')
  const size = bucket(track.length)
  const mine: number[] = []
  for (let i = 0; i < track.length; i += size) {
    mine.push(t[i] ?? 0)
    if (size > 1) mine.push(t[Math.min(i + (size >> 1), track.length - 1)] ?? 0)
  }
  const theirs = other.column('t')
  const last = mine.at(-1) ?? -1
  const after = spread(other.length, MOST_POINTS).map((i) => theirs[i] ?? 0).filter((x) => x > last)
  return [...mine, ...after]
}

/** The track's own values: the least and the greatest of each bucket, in the order in which they came. */
export function peaks(track: Track, column: Column, count: number, scale = 1): Values {
  const data = track.column(column)
  const size = bucket(track.length)
  const values: Values = []
  const put = (value: number): void => void values.push(Number.isFinite(value) ? value * scale : null)
  for (let i = 0; i < track.length; i += size) {
    let low = i
    let high = i
    for (let k = i + 1; k < Math.min(i + size, track.length); k++) {
      const value = data[k] ?? NaN
      if (value < (data[low] ?? NaN)) low = k
      if (value > (data[high] ?? NaN)) high = k
    }
    put(data[Math.min(low, high)] ?? NaN)
    if (size > 1) put(data[Math.max(low, high)] ?? NaN)
  }
  while (values.length < count) values.push(null)
  return values
}

/** Another track's values at given times. */
export function values(track: Track, column: Column, at: number[], scale = 1): Values {
  const end = track.endTime
  return at.map((t) => {
    if (track.length === 0 || t > end) return null
    const value = track.at(t)?.[column] ?? NaN
    return Number.isFinite(value) ? value * scale : null
  })
}

const largest = (list: Values): number => list.reduce<number>((most, v) => (v !== null && v > most ? v : most), 0)

export interface DepthRange {
  range: [number, number]
  /** Whether the sea floor lies below the chart. */
  deeper: boolean
  /** Least depth of the sea floor [m]. */
  shallowest: number
}

/** Lower edge of the depth chart: the sea floor when it is not so far down that it would flatten the dive. */
export function depthRange(depths: Values, floor: Values): DepthRange {
  const dive = Math.max(largest(depths), 1)
  const ground = largest(floor)
  const near = ground > 0 && ground <= 6 * dive
  return { range: [0, near ? ground * 1.08 : dive * 1.25], deeper: ground > 0 && !near, shallowest: floor.reduce<number>((least, v) => (v !== null && v < least ? v : least), Infinity) }
}
