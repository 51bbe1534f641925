/** How much the tilted view stretches heights. */

import { store, track } from '../state.ts'
import { distanceBetween } from '../units.ts'

/** Share of the mission's extent that the water under it may take in the picture. */
const SHARE = 0.12
const MOST = 8

/** The chosen factor; by itself so much that the relief shows and the camera stays above the water. */
export function heights(): number {
  const { settings, start, goal } = store.get()
  if (settings.exaggeration > 0) return settings.exaggeration
  if (!start || !goal) return 4
  const floor = track.column('sea_floor_depth_m')
  let deepest = 100
  for (let i = 0; i < floor.length; i += 50) deepest = Math.max(deepest, floor[i] ?? 0)
  const wanted = (SHARE * distanceBetween(start, goal)) / deepest
  return Math.min(MOST, Math.max(1, Math.round(wanted)))
}
