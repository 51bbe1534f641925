/** What the server keeps of this visit, into the forms; after a restart of the server, what the page has, back to it. */

import { checkAge } from './age.ts'
import { ApiError, api } from './api.ts'
import { compareWith } from './compare.ts'
import { byId, words } from './dom.ts'
import { type Draft, found, keep, startKeeping } from './draft.ts'
import { planTaken } from './feed.ts'
import { sendVehicle } from './panels/vehicle.ts'
import { store } from './state.ts'
import { toast } from './toast.ts'
import type { MissionRequest, Session, Vehicle, VehicleRequest } from './types.ts'
import { askedCompare, askedRun, askedTime, forgetCompared, forgetRun } from './url.ts'

/** Mission that the session was last seen with: the forms follow only when it is another one. */
let seen = ''
/** Run of the library that is open, and where its playback is; after a restart of the server it is opened again. */
let last: { run: string | null; t: number; speed: number } = { run: null, t: 0, speed: 1 }
/** The same and the pins, as they were when the line broke. */
let atLoss: typeof last & Pick<Draft, 'start' | 'goal'> = { ...last, start: null, goal: null }
let planned = false
/** Which start of the server answered last. */
let server = ''
/** Whether the next run in the stream is the page's own doing, so that the forms stay as they are. */
let ownRun = false
/** Run that the forms were first filled for; nothing before that. */
let filled: string | null = null

const fillMission = (mission: Partial<MissionRequest>): boolean => byId('mission-form').dispatchEvent(new CustomEvent('fill', { detail: mission }))
const fillVehicle = (vehicle: VehicleRequest): boolean => byId('vehicle-form').dispatchEvent(new CustomEvent('fill', { detail: vehicle }))

/** A session that was asked for nothing yet takes the page's vehicle, whose form begins with a trimmed one. */
const isFresh = (session: Session): boolean => !session.plan_loaded && !session.vehicle?.sent

function sizes({ length_m = 1, radius_m = 0.1, mass_kg, battery }: Vehicle): VehicleRequest {
  return { length_m, radius_m, mass_kg, ...(typeof battery === 'number' || battery === 'unlimited' ? { battery } : {}) }
}

async function ask(): Promise<Session | null> {
  const session = await api.session().catch(() => null)
  if (!session) return null
  checkAge(session)
  server = session.server ?? ''
  return session
}

function followSession(session: Session): void {
  keep({ serial: session.serial ?? 'none' })
  const mission = JSON.stringify(session.mission ?? null)
  if (session.mission && mission !== seen) {
    fillMission(session.mission)
    byId('vehicle-form').dispatchEvent(new Event('forget'))
  }
  seen = mission
  if (session.vehicle) store.set({ vehicle: session.vehicle })
}

function firstFill(session: Session): void {
  seen = JSON.stringify(session.mission ?? null)
  const mine = found && (isFresh(session) || found.serial === (session.serial ?? 'none')) ? found : null
  if (session.mission) fillMission(session.mission)
  if (mine?.mission) fillMission(mine.mission)
  if (mine && !session.plan_loaded) store.set({ start: mine.start, goal: mine.goal })
  if (session.vehicle && !isFresh(session)) store.set({ vehicle: session.vehicle })
  if (mine?.vehicle) fillVehicle(mine.vehicle)
  else if (isFresh(session) && session.vehicle) fillVehicle({ ...sizes(session.vehicle), ballast: 'neutral' })
}

/** The session as it is when the run of the address is open. */
async function openAsked(session: Session): Promise<Session> {
  if (askedRun === null || askedRun === session.run) return session
  await api.openRun(askedRun)
  const opened = (await ask()) ?? session
  followSession(opened)
  return opened
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}

/** Forms, run, moment and compared run, as the session and the page's address have them. */
export async function restore(): Promise<void> {
  let session = await ask()
  try {
    if (session) firstFill(session)
    if (session) session = await openAsked(session)
    // Only now: with a run loaded, another vehicle has it computed again.
    if (session && isFresh(session)) await sendVehicle()
    if (askedRun !== null && askedTime !== null && !isReload()) await api.control('set_cursor', askedTime)
  } catch (error) {
    forgetRun()
    if (session && isFresh(session)) void sendVehicle()
    toast(`The run of this link cannot be opened: ${words(error)}. It may have been deleted.`, { kind: 'bad' })
  }
  try {
    if (askedCompare !== null) await compareWith(await api.run(askedCompare))
  } catch (error) {
    forgetCompared()
    toast(`The run to compare with cannot be opened: ${words(error)}.`, { kind: 'bad' })
  }
  startKeeping()
  keep({ serial: session?.serial ?? 'none', start: store.get().start, goal: store.get().goal })
  for (const form of ['mission-form', 'vehicle-form']) byId(form).dispatchEvent(new Event('keep'))
  filled = String(session?.serial ?? 'none')
  // The mission that the server was started with may have come between the session's answer and the stream's first event.
  const { serial } = store.get()
  if (serial !== '' && serial !== 'none' && serial !== filled) await follow()
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A server that has just begun may be busy, or go once more. */
async function openAgain(run: string, tries = 4): Promise<void> {
  try {
    await api.openRun(run)
  } catch (error) {
    if (tries <= 1 || isGone(error)) throw error
    await new Promise((go) => setTimeout(go, 1500))
    return openAgain(run, tries - 1)
  }
}

/** The server was started again and knows nothing of this session, but perhaps a mission that it was started with. */
async function bringBack(session: Session): Promise<void> {
  const { run, t, speed, start, goal } = atLoss
  ownRun = true
  if (run !== null) {
    try {
      await openAgain(run)
      await api.control('set_speed', speed)
      await api.control('set_cursor', t)
      toast('Connected again. The server had been restarted: the run was opened from the library.', { kind: 'good' })
      return
    } catch (error) {
      if (!isGone(error)) {
        toast(`Connected again. The run is in the library, but cannot be opened: ${words(error)}.`, { kind: 'bad' })
        return
      }
    }
  }
  byId('vehicle-form').dispatchEvent(new Event('hold'))
  if (isFresh(session)) await sendVehicle()
  await planTaken()
  store.set({ start, goal })
  const text = 'Connected again. The server had been restarted'
  if (planned) toast(`${text} and no longer has the run. Vehicle and mission are as they were: plan it again.`, { kind: 'bad' })
  else toast(`${text}; vehicle and mission are as they were.`, { kind: 'good' })
}

/** The line is open again: to the same server, or to one that was started since. */
async function comeBack(): Promise<void> {
  const before = server
  const session = await ask()
  if (session && session.server !== before) return bringBack(session)
  toast('Connected again.', { kind: 'good' })
}

async function follow(): Promise<void> {
  const own = ownRun
  ownRun = false
  const session = await ask()
  if (!session) return
  if (own) seen = JSON.stringify(session.mission ?? null)
  followSession(session)
}

export function followServer(): void {
  let wasLost = false
  // The server's own mission and the run that the page brings back may come in either order; what comes is looked at when the page is done.
  let comingBack: Promise<void> = Promise.resolve()
  store.watch((s) => s.snapshot, (snapshot) => {
    if (!snapshot?.plan_loaded) return
    planned = true
    last = { run: snapshot.run ?? null, t: snapshot.t, speed: snapshot.playback_speed ?? 1 }
  })
  store.watch((s) => [s.start, s.goal], () => keep({ start: store.get().start, goal: store.get().goal }), true)
  store.watch((s) => [s.link, s.serial] as const, ([link, serial], [, before]) => {
    if (link === 'lost' && !wasLost) {
      wasLost = true
      const { scrub, start, goal } = store.get()
      atLoss = { ...last, t: scrub ?? last.t, start, goal }
    }
    if (link !== 'open') return
    const back = wasLost
    wasLost = false
    const known = before === '' ? filled : before
    const replaced = known !== null && known !== serial && serial !== 'none'
    if (back) comingBack = comeBack()
    const done = comingBack
    void (async () => {
      await done
      if (replaced) await follow()
    })()
  }, true)
}
