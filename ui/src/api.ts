/** The server's HTTP interface, typed. Errors are `ApiError` with the server's own words. */

import type {
  CurrentsGrid, MissionEvent, MissionRequest, Plan, PointInfo, RunItem, Session, Snapshot, TrackColumns, TrackPage, Vehicle, VehicleRequest,
} from './types.ts'
import type { Section, Sources } from './water_types.ts'

export class ApiError extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const here = new URLSearchParams(location.search)
const session = here.get('session')

/** Address of an endpoint, in the session that the page's own address names. */
export function address(path: string, query: Record<string, string | number | undefined> = {}): string {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  if (session !== null) url.searchParams.set('session', session)
  return url.pathname + url.search
}

async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  let answer: Response
  const signals = [AbortSignal.timeout(60_000)]
  if (options.signal) signals.push(options.signal)
  try {
    answer = await fetch(path, { ...options, signal: AbortSignal.any(signals) })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError('the server does not answer', 0)
  }
  const body = (await answer.json().catch(() => null)) as (T & { error?: string }) | null
  if (!answer.ok) throw new ApiError(body?.error ?? `the server answered ${answer.status}`, answer.status)
  if (body === null) throw new ApiError('the server answered something that is not JSON', answer.status)
  return body
}

const get = <T>(path: string, query: Record<string, string | number | undefined> = {}, signal?: AbortSignal): Promise<T> =>
  ask<T>(address(path, query), signal ? { signal } : {})

function send<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  return ask<T>(address(path), { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
}

export type Action = 'play' | 'pause' | 'reset' | 'set_speed' | 'set_cursor'

const run = (id: string): string => `/api/runs/${encodeURIComponent(id)}`

const boxQuery = (box: { south: number; west: number; north: number; east: number }, width: number, height: number): Record<string, number> =>
  ({ lat_min: box.south, lon_min: box.west, lat_max: box.north, lon_max: box.east, width, height })

export const api = {
  session: () => get<Session>('/api/session'),
  plan: () => get<Plan>('/api/plan'),
  vehicle: () => get<Vehicle>('/api/vehicle'),
  setVehicle: (vehicle: VehicleRequest) => send<Vehicle>('POST', '/api/vehicle', vehicle),
  mission: (request: MissionRequest) => send<Plan>('POST', '/api/mission', request),
  control: (action: Action, value?: number) =>
    send<{ ok: boolean }>('POST', '/api/control', value === undefined ? { action } : { action, value }),
  snapshotAt: (t: number) => get<Snapshot>('/api/snapshot', { t: t.toFixed(3) }),
  track: (since: number, every: number) => get<TrackPage>('/api/track', { since, every }),
  events: () => get<{ items: MissionEvent[] }>('/api/events'),
  currents: (box: { south: number; west: number; north: number; east: number }, depth_m: number, time: string | undefined, signal: AbortSignal) =>
    get<CurrentsGrid>('/api/currents', { ...boxQuery(box, 14, 10), depth_m, time }, signal),
  bathymetry: (box: { south: number; west: number; north: number; east: number }, signal: AbortSignal) =>
    get<{ depths: (number | null)[] }>('/api/bathymetry', boxQuery(box, 48, 32), signal),
  point: (lat: number, lon: number, depth_m: number, time: string | undefined, signal: AbortSignal) =>
    get<PointInfo>('/api/point', { lat, lon, depth_m, time }, signal),
  sources: () => get<Sources>('/api/sources'),
  section: (quantities: string, time: string | undefined, max_depth_m: number | undefined, signal: AbortSignal) =>
    get<Section>('/api/section', { quantities, time, max_depth_m }, signal),
  runs: (limit: number, offset: number) => get<{ items: RunItem[]; total: number }>('/api/runs', { limit, offset }),
  run: (id: string) => get<RunItem>(run(id)),
  openRun: (id: string) => send<unknown>('POST', `${run(id)}/open`),
  renameRun: (id: string, name: string) => send<unknown>('PATCH', run(id), { name }),
  deleteRun: (id: string) => send<unknown>('DELETE', run(id)),
  runTrack: (id: string, every: number) => get<TrackColumns>(`${run(id)}/track`, { every }),
  runFile: (id: string) => address(`${run(id)}/file`),
}
