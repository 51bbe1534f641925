/** Play, pause, scrub and live; and what the page shows at the moment that comes of it. */

import { api } from './api.ts'
import { sentence, words } from './dom.ts'
import { at, wish } from './moments.ts'
import { type Shown, store, track } from './state.ts'
import { toast } from './toast.ts'

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const

async function control(...order: Parameters<typeof api.control>): Promise<void> {
  try {
    await api.control(...order)
  } catch (error) {
    toast(`${sentence(order[0].replace('_', ' '))} failed: ${words(error)}.`, { kind: 'bad' })
  }
}

/** Last moment that can be shown. */
export function endTime(): number {
  return Math.max(store.get().snapshot?.computed_s ?? 0, track.endTime)
}

/**
 * Fields at a scrubbed time: the server's row when it has come; until then what the track has, over the row before.
 * What the track does not carry stays as it was for that moment, so that nothing flickers.
 */
function shownAt(t: number): Shown | null {
  const { snapshot, moment } = store.get()
  const whole = at(moment, t)
  if (whole) return whole
  const live = at(snapshot, t)
  if (live) return { ...live, running: false, state: live.finished ? (live.state ?? 'paused') : 'paused' }
  const row = track.at(t)
  return row && moment ? { ...moment, ...row, running: false, finished: false, grounded: false, state: 'paused' } : row
}

function refresh(): void {
  const { scrub, snapshot } = store.get()
  const shown = scrub === null ? (snapshot?.plan_loaded ? snapshot : null) : shownAt(scrub)
  store.set({ shown })
}

export function startShowing(): void {
  store.watch((s) => [s.snapshot, s.scrub, s.moment, s.trackVersion], refresh)
}

/** Show another time at once; the server's cursor stays. */
export function scrubTo(t: number): void {
  const { scrub: before, snapshot } = store.get()
  const scrub = Math.min(Math.max(t, 0), endTime())
  store.set({ scrub, ...(before === null ? { moment: snapshot } : {}) })
  wish(scrub)
}

/** The timeline was let go: the server's cursor goes there as well, when there is a server. */
export function dropScrub(): void {
  const { scrub, link } = store.get()
  if (scrub !== null && link !== 'lost') void control('set_cursor', scrub)
}

export function step(seconds: number): void {
  const { scrub, snapshot } = store.get()
  if (!snapshot?.plan_loaded) return
  scrubTo((scrub ?? snapshot.t) + seconds)
  dropScrub()
}

export function goLive(): void {
  store.set({ scrub: null })
}

export async function playOrPause(): Promise<void> {
  const { snapshot, scrub } = store.get()
  if (!snapshot?.plan_loaded) {
    toast('There is nothing to play yet: click start and goal on the map, then Plan.')
    return
  }
  if (snapshot.running && scrub === null) return control('pause')
  if (scrub !== null) await control('set_cursor', scrub)
  goLive()
  await control('play')
}

export async function reset(): Promise<void> {
  const t = store.get().snapshot?.t ?? 0
  goLive()
  await control('reset')
  if (t > 1) toast('Back at the start.', { undo: () => void control('set_cursor', t) })
}

export const setSpeed = (value: number): Promise<void> => control('set_speed', value)
