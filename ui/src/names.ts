/** Name of a mission that was given none: where it begins, and the time of day. */

import type { LatLon } from './types.ts'
import { wrapLon } from './units.ts'

const GIVEN = /^\d+\.\d\d[NS] \d+\.\d\d[EW] \d\d:\d\d$/

const half = (value: number, letters: string): string => `${Math.abs(value).toFixed(2)}${letters[value < 0 ? 1 : 0]}`

/** "36.78N 121.95W 14:32" */
export function nameOf(start: LatLon, now: Date): string {
  const time = [now.getHours(), now.getMinutes()].map((n) => n.toString().padStart(2, '0')).join(':')
  return `${half(start.lat, 'NS')} ${half(wrapLon(start.lon), 'EW')} ${time}`
}

/** Whether a name is one that nobody wrote. */
export const isGiven = (name: string): boolean => name === 'mission' || GIVEN.test(name)
