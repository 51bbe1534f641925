/** Whole rows of the history at scrubbed times, from the server: one request at a time, the newest wish wins. */

import { api } from './api.ts'
import { store } from './state.ts'
import type { Snapshot } from './types.ts'

/** Times that are this near are the same moment [s]. */
const SAME_S = 0.06

let wanted: number | null = null
let going = false

async function go(): Promise<void> {
  if (going) return
  going = true
  while (wanted !== null) {
    const t = wanted
    const { serial } = store.get()
    wanted = null
    const moment = await api.snapshotAt(t).catch(() => null)
    if (store.get().serial === serial && store.get().scrub !== null) store.set({ moment })
  }
  going = false
}

/** Ask for the row at a time; it comes as `moment` into the store, null when the server does not answer. */
export function wish(t: number): void {
  wanted = t
  void go()
}

/** The row when it is the one at that time. */
export const at = (row: Snapshot | null, t: number): Snapshot | null => (row !== null && Math.abs(row.t - t) < SAME_S ? row : null)
