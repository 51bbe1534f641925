/** Play, pause, scrub and live; and what the page shows at the moment that comes of it. */

import { api } from './api.ts'
import { sentence, words } from './dom.ts'
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

/** Fields at a scrubbed time: from the track, and the rest from the server when it stands at that time too. */
function shownAt(t: number): Shown | null {
  const row = track.at(t)
  const snapshot = store.get().snapshot
  if (snapshot && Math.abs(snapshot.t - t) < 0.06) return snapshot
  return row
}

function refresh(): void {
  const { scrub, snapshot } = store.get()
  const shown = scrub === null ? (snapshot?.plan_loaded ? snapshot : null) : shownAt(scrub)
  store.set({ shown })
}

export function startShowing(): void {
  store.watch((s) => [s.snapshot, s.scrub, s.trackVersion], refresh)
}

/** Show another time at once; nothing is asked of the server. */
export function scrubTo(t: number): void {
  store.set({ scrub: Math.min(Math.max(t, 0), endTime()) })
}

/** The timeline was let go: the server's cursor goes there as well. */
export function dropScrub(): void {
  const { scrub } = store.get()
  if (scrub !== null) void control('set_cursor', scrub)
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
