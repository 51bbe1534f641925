/** Brings plan, history and events in as they come about: only what is new is asked for. */

import { api, ApiError } from './api.ts'
import { words } from './dom.ts'
import { found } from './draft.ts'
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
/** Ends of the plan that was taken last: the pins go there when it is another one. */
let lastEnds = ''

/** The next plan sets the pins even when it is the one that they came from. */
export function followPlan(): void {
  lastEnds = ''
}

function forget(): void {
  generation += 1
  next = 0
  track.clear()
  store.set(({ trackVersion }) => ({ trackVersion: trackVersion + 1, events: [], scrub: null, moment: null, trackError: '' }))
}

let taking: Promise<void> = Promise.resolve()

/** Resolves when the plan that was asked for last has come. */
export const planTaken = (): Promise<void> => taking

const loadPlan = (): Promise<void> => (taking = takePlan())

async function takePlan(): Promise<void> {
  const mine = generation
  try {
    const plan = await api.plan()
    if (mine !== generation) return
    const first = plan.waypoints[0]
    const last = plan.waypoints.at(-1)
    store.set({ plan: plan.waypoints.length > 0 ? plan : null })
    if (!first || !last) return
    const ends = JSON.stringify([first, last])
    const kept = lastEnds === '' && found?.serial === store.get().serial ? found : null
    if (ends !== lastEnds) {
      store.set(kept ? { start: kept.start, goal: kept.goal } : {
        start: { lat: first.lat, lon: first.lon },
        goal: { lat: last.lat, lon: plan.drawn_lon?.at(-1) ?? continuousLon(last.lon, first.lon) },
      })
    }
    lastEnds = ends
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

export function startFeed(): void {
  store.watch((s) => s.serial, (serial) => serial !== '' && (forget(), void loadPlan()), true)
  store.watch((s) => s.snapshot?.plan_loaded ?? false, (loaded) => void (loaded ? loadPlan() : store.set({ plan: null })), true)
  // The last event, how the run ended, comes after its last row.
  store.watch((s) => s.snapshot?.computing === false && s.snapshot.plan_loaded, (done) => done && loadEvents().catch(() => undefined), true)
  setInterval(() => void pull(), POLL_MS)
}
