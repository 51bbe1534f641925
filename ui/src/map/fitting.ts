/** Moves a camera to each new plan, but not away from where a link has put it. */

import { store } from '../state.ts'
import type { Plan } from '../types.ts'

const keyOf = (plan: Plan): string => JSON.stringify([plan.waypoints[0], plan.waypoints.at(-1), plan.distance_m])

export function fitNewPlans(look: () => void, placed: boolean): void {
  let seen = ''
  store.watch((s) => s.plan, (plan) => {
    const key = plan ? keyOf(plan) : seen
    if (key === seen) return
    if (seen !== '' || !placed) look()
    seen = key
  })
}
