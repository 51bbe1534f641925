/** Columns for the charts: few enough points to draw at once, the compared run on the same times. */

import { type Column, spread, type Track } from '../track.ts'

export const MOST_POINTS = 900

export type Values = (number | null)[]

/** Times of the chart: rows of the track, and beyond its end those of the compared run. */
export function times(track: Track, other: Track): number[] {
  const t = track.column('t')
  const mine = spread(track.length, MOST_POINTS).map((i) => t[i] ?? 0)
  const theirs = other.column('t')
  const after = spread(other.length, MOST_POINTS).map((i) => theirs[i] ?? 0).filter((x) => x > track.endTime || mine.length === 0)
  return [...mine, ...after]
}

export function values(track: Track, column: Column, at: number[], scale = 1): Values {
  const end = track.endTime
  return at.map((t) => {
    if (track.length === 0 || t > end) return null
    const value = track.at(t)?.[column] ?? NaN
    return Number.isFinite(value) ? value * scale : null
  })
}

const largest = (list: Values): number => list.reduce<number>((most, v) => (v !== null && v > most ? v : most), 0)

/** Bottom of the depth chart: the sea floor when it is not so far down that it would flatten the dive. */
export function depthRange(depths: Values, floor: Values): [number, number] {
  const dive = Math.max(largest(depths), 1)
  const ground = largest(floor)
  return [0, ground > 0 && ground <= 5 * dive ? ground * 1.08 : dive * 1.5]
}
