/** Times of the water: what the slider stops at, and how a moment is written. Pure functions. */

import type { Sources } from './water_types.ts'

export interface Span {
  /** [s since 1970] */
  first: number
  last: number
  /** Distance of the moments that the slider stops at [s]. */
  step: number
}

const LEAST_STOPS = 48
const ROUND = [60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400] as const

export const secondsOf = (text: string): number => Date.parse(text) / 1000

/** Stops are round, and so dense that a short file has some 48 of them: values in between are interpolated anyway. */
export function spanOf(time: Sources['time'] | undefined): Span | null {
  if (!time) return null
  const first = secondsOf(time.first)
  const last = secondsOf(time.last)
  const wanted = Math.min(time.step_s, (last - first) / LEAST_STOPS)
  const step = [...ROUND].reverse().find((round) => round <= wanted) ?? ROUND[0]
  return { first, last, step }
}

/** As the API takes it. */
export const isoOf = (seconds: number): string => `${new Date(Math.round(seconds) * 1000).toISOString().slice(0, 19)}Z`

/** For people: 2024-05-01 12:00 UTC. */
export const utcOf = (seconds: number): string => `${isoOf(seconds).slice(0, 16).replace('T', ' ')} UTC`
