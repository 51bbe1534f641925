/**
 * What stands in the forms and on the map, kept in the browser: a reload, or a server that was started again, loses nothing of it.
 *
 * A draft belongs to a run of the session; when another run is in its place, what the server says comes first.
 */

import type { LatLon, MissionRequest, VehicleRequest } from './types.ts'

export interface Draft {
  /** Serial of the run that was loaded, 'none' without one. */
  serial: string
  start: LatLon | null
  goal: LatLon | null
  mission: Partial<MissionRequest> | null
  vehicle: VehicleRequest | null
}

const EMPTY: Draft = { serial: 'none', start: null, goal: null, mission: null, vehicle: null }
const KEY = `seatrial.draft.${new URLSearchParams(location.search).get('session') ?? ''}`

function read(): Draft | null {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? null : { ...EMPTY, ...(JSON.parse(text) as Partial<Draft>) }
  } catch {
    return null
  }
}

/** The draft as the page found it when it was opened. */
export const found = read()

let now: Draft = found ?? EMPTY
let writing = false

export const draft = (): Draft => now

/** Nothing is written before the forms are filled: their first values are not the user's. */
export function startKeeping(): void {
  writing = true
  keep({})
}

export function keep(change: Partial<Draft>): void {
  if (!writing) return
  now = { ...now, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}
