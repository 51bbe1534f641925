/** Where the mission begins and ends, as clicks on the map set it. */

import { store } from './state.ts'
import { toast } from './toast.ts'
import type { LatLon } from './types.ts'
import { continuousLon, wrapLon } from './units.ts'

function undoTo(start: LatLon | null, goal: LatLon | null): () => void {
  return () => store.set({ start, goal })
}

/** First click start, second goal, third starts over. */
export function click(where: LatLon): void {
  const { start, goal } = store.get()
  const at = { lat: where.lat, lon: wrapLon(where.lon) }
  if (start && goal) toast('Started over: now click the goal.', { undo: undoTo(start, goal) })
  if (!start || goal) store.set({ start: at, goal: null, planError: '', planning: 'idle' })
  else place('goal', at)
}

export function place(end: 'start' | 'goal', where: LatLon): void {
  const { start } = store.get()
  const lon = wrapLon(where.lon)
  // The goal takes the turn of the globe that is nearest to the start.
  const at = { lat: where.lat, lon: end === 'goal' && start ? continuousLon(lon, start.lon) : lon }
  store.set({ [end]: at, planError: '', planning: 'idle' })
}
