/** The water in the page's address: its time, its depth, and the section that is open. Pure functions. */

import { secondsOf } from './utc.ts'
import { OVERLAY_DEPTHS, type SectionField } from './water_types.ts'

export const SECTION_FIELDS: readonly SectionField[] = ['temperature', 'salinity', 'speed', 'along', 'across']
/** After the field: the section ends somewhat below the mission. */
const NEAR = 'near'

export interface AskedWater {
  /** [s since 1970] */
  time: number | null
  /** Depth of arrows and read-out [m]. */
  depth: number | null
  section: { field: SectionField; whole: boolean } | null
}

/** What an address asks for; what cannot be is left out. */
export function readWater(query: URLSearchParams): AskedWater {
  const time = secondsOf(query.get('water') ?? '')
  const depth = Number(query.get('depth') || NaN)
  const [name = '', extent] = (query.get('section') ?? '').split(',')
  const field = SECTION_FIELDS.find((known) => known === name)
  return {
    time: Number.isFinite(time) ? time : null,
    depth: OVERLAY_DEPTHS.includes(depth) ? depth : null,
    section: field ? { field, whole: extent !== NEAR } : null,
  }
}

/** "speed" or "speed,near" for a section that is open. */
export const writtenSection = (open: boolean, field: SectionField, whole: boolean): string | null =>
  open ? (whole ? field : `${field},${NEAR}`) : null
