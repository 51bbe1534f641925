/** Moves a camera to each new plan, and again when its place on the page changes; but not away from where somebody has put it. */

import type { Map } from 'maplibre-gl'

import { store } from '../state.ts'
import type { Plan } from '../types.ts'

const keyOf = (plan: Plan): string => JSON.stringify([plan.waypoints[0], plan.waypoints.at(-1), plan.distance_m])

/** Calls `look` for each plan that is another one; not for the first when a link has `placed` the camera. */
export function fitNewPlans(look: () => void, placed: boolean): void {
  let seen = ''
  store.watch((s) => s.plan, (plan) => {
    const key = plan ? keyOf(plan) : seen
    if (key === seen) return
    if (seen !== '' || !placed) look()
    seen = key
  })
}

/**
 * Calls `look` whenever the map gets another size, or more of it is covered, while the camera stands where the last
 * fit left it. `fitted` is to be called with each fit.
 */
export function fitAgain(map: Map, look: () => void, placed: boolean): { fitted: () => void } {
  let moved = placed
  // Of the page's own moves there is no event that caused them.
  map.on('movestart', (event) => (moved ||= event.originalEvent !== undefined))
  const again = (): void => {
    map.resize()
    if (!moved && store.get().plan) look()
  }
  new ResizeObserver(again).observe(map.getContainer())
  store.watch((s) => s.settings.section, again, true)
  return { fitted: () => (moved = false) }
}
