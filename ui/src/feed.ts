/** Brings plan, history and events in as they come about: only what is new is asked for. */

import { api, ApiError } from './api.ts'
import { words } from './dom.ts'
import { store, track } from './state.ts'
import { toast } from './toast.ts'
import type { TrackPage } from './types.ts'
import { continuousLon } from './units.ts'

const POLL_MS = 400
/** Every K-th row of ten a second; `?every=1` in the page's address brings all of them. */
const EVERY = Math.max(1, Number(new URLSearchParams(location.search).get('every') ?? 5) || 5)

let next = 0
let generation = 0
let busy = false
let lastRun: string | null = null

function forget(): void {
  generation += 1
  next = 0
  track.clear()
  store.set(({ trackVersion }) => ({ trackVersion: trackVersion + 1, events: [], scrub: null, trackError: '' }))
}

async function loadPlan(): Promise<void> {
  const mine = generation
  try {
    const plan = await api.plan()
    if (mine !== generation) return
    const first = plan.waypoints[0]
    const last = plan.waypoints.at(-1)
    store.set({
      plan: plan.waypoints.length > 0 ? plan : null,
      ...(first && last
        ? {
            start: { lat: first.lat, lon: first.lon },
            goal: { lat: last.lat, lon: plan.drawn_lon?.at(-1) ?? continuousLon(last.lon, first.lon) },
          }
        : {}),
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) toast(`The plan cannot be shown: ${words(error)}.`, { kind: 'bad' })
  }
}

async function loadEvents(): Promise<void> {
  const mine = generation
  const events = (await api.events()).items
  if (mine === generation) store.set({ events })
}

function take(page: TrackPage): void {
  track.append(page)
  next = page.next
  store.set(({ trackVersion }) => ({ trackVersion: trackVersion + 1, trackError: '' }))
}

/** Rows that the server has and the page has not. */
async function pull(): Promise<void> {
  const { snapshot, link } = store.get()
  if (busy || link !== 'open' || !snapshot?.plan_loaded || (snapshot.rows ?? 0) <= next) return
  busy = true
  const mine = generation
  try {
    for (;;) {
      store.set({ trackLoading: track.length === 0 })
      const page = await api.track(next, EVERY)
      if (mine !== generation) return
      if (page.total < next) return forget()
      if (page.t.length === 0) return
      take(page)
      if (page.next >= page.total) break
    }
    await loadEvents()
  } catch (error) {
    if (mine === generation) store.set({ trackError: words(error) })
  } finally {
    busy = false
    store.set({ trackLoading: false })
  }
}

/** After a restart the server knows no run of ours; its library may. */
async function reopen(run: string): Promise<void> {
  try {
    await api.openRun(run)
    toast('Connected again. The server had been restarted: the run was opened from the library.', { kind: 'good' })
  } catch {
    toast('Connected again, but the server was restarted and no longer has the run. Plan it again.', { kind: 'bad' })
  }
}

export function startFeed(): void {
  store.watch((s) => s.serial, (serial) => serial !== '' && (forget(), void loadPlan()), true)
  store.watch((s) => s.snapshot?.plan_loaded ?? false, (loaded) => void (loaded ? loadPlan() : store.set({ plan: null })), true)
  // The last event, how the run ended, comes after its last row.
  store.watch((s) => s.snapshot?.computing === false && s.snapshot.plan_loaded, (done) => done && loadEvents().catch(() => undefined), true)
  store.watch((s) => s.snapshot?.run ?? null, (run) => (lastRun = run ?? lastRun))
  let wasLost = false
  store.watch((s) => s.link, (link) => {
    if (link === 'lost') wasLost = true
    if (link !== 'open' || !wasLost) return
    wasLost = false
    if (!store.get().snapshot?.plan_loaded && lastRun !== null) void reopen(lastRun)
    else toast('Connected again.', { kind: 'good' })
  })
  setInterval(() => void pull(), POLL_MS)
}
