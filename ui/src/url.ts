/** The page's address says what is seen: run, moment, compared run, tab, layers, and where the cameras are. */

import { type Layers, DEFAULT_LAYERS, store } from './state.ts'
import { isoOf, secondsOf } from './utc.ts'
import { readWater, writtenSection } from './water_address.ts'
import { AT_CRUISE } from './water_types.ts'

/** Where a camera looks; `bearing` and `pitch` are those of the tilted view. */
export interface View {
  lat: number
  lon: number
  zoom: number
  bearing?: number
  pitch?: number
}

type ViewName = 'view' | 'view3d'

const asked = new URLSearchParams(location.search)
const TIME_MS = 1500

export const askedRun = asked.get('run')
export const askedCompare = asked.get('compare')
export const askedTime = asked.has('t') && Number.isFinite(Number(asked.get('t'))) ? Number(asked.get('t')) : null

const water = readWater(asked)
/** Time of the water [s since 1970]. */
export const askedMoment = water.time

export function askedView(name: ViewName = 'view'): View | null {
  const numbers = (asked.get(name) ?? '').split(',').map(Number)
  const [lat, lon, zoom, bearing = 0, pitch = 0] = numbers
  if (lat === undefined || lon === undefined || zoom === undefined || !numbers.every(Number.isFinite)) return null
  const fits = Math.abs(lat) <= 85 && zoom >= 0 && zoom <= 24 && pitch >= 0 && pitch <= 80
  return fits ? { lat, lon, zoom, bearing, pitch } : null
}

function write(name: string, value: string | null): void {
  const url = new URL(location.href)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  if (url.href !== location.href) history.replaceState(null, '', url.href.replaceAll('%2C', ','))
}

export function writeView(view: View, name: ViewName = 'view'): void {
  const tilt = view.pitch === undefined ? [] : [(view.bearing ?? 0).toFixed(1), view.pitch.toFixed(1)]
  write(name, [view.lat.toFixed(4), view.lon.toFixed(4), view.zoom.toFixed(2), ...tilt].join(','))
}

/** Link that opens a run wherever it is followed. */
export function linkTo(run: string): string {
  const url = new URL('/', location.origin)
  url.searchParams.set('run', run)
  return url.href
}

/** Link that opens what is seen now; whose session it is does not go with it. */
export function linkToView(): string {
  writeTime()
  writeWater()
  const url = new URL(location.href)
  url.searchParams.delete('session')
  return url.href.replaceAll('%2C', ',')
}

/** The run of the address is not there. */
export function forgetRun(): void {
  write('run', null)
  write('t', null)
}

/** The run to compare with is not there. */
export function forgetCompared(): void {
  write('compare', null)
}

function writeTime(): void {
  const { snapshot, shown } = store.get()
  const t = shown?.t ?? 0
  write('t', snapshot?.run && t > 0 ? String(Number(t.toFixed(1))) : null)
}

function writeLayers(layers: Layers): void {
  const on = (Object.keys(layers) as (keyof Layers)[]).filter((name) => layers[name])
  const usual = (Object.keys(layers) as (keyof Layers)[]).every((name) => layers[name] === DEFAULT_LAYERS[name])
  write('layers', usual ? null : on.join(',') || 'none')
}

/** The time of the water where it is not that at which the run begins. */
function writeWater(): void {
  const { sources, waterTime } = store.get()
  if (!sources) return
  const usual = sources.time ? secondsOf(sources.time.default) : null
  write('water', waterTime === null || waterTime === usual ? null : isoOf(waterTime))
}

function writeSection(): void {
  const { section, sectionField, sectionWhole, overlayDepth } = store.get().settings
  write('depth', overlayDepth === AT_CRUISE ? null : String(overlayDepth))
  write('section', writtenSection(section, sectionField, sectionWhole))
}

/** Depth and section of the link; one with a view and without them has the usual depth and no section. */
function takeWater(): void {
  const whole = asked.has('view')
  store.set(({ settings }) => ({
    settings: {
      ...settings,
      ...(water.depth !== null || whole ? { overlayDepth: water.depth ?? AT_CRUISE } : {}),
      ...(water.section !== null || whole ? { section: water.section !== null } : {}),
      ...(water.section ? { sectionField: water.section.field, sectionWhole: water.section.whole } : {}),
    },
  }))
}

/** A link with a view has the layers too, and the tilted view when that was open. */
function takeLayers(): void {
  if (!asked.has('view')) return
  const names = (asked.get('layers') ?? '').split(',')
  const listed = asked.has('layers')
  store.set(({ settings }) => ({
    settings: {
      ...settings,
      view3d: asked.has('view3d'),
      layers: Object.fromEntries(
        (Object.keys(DEFAULT_LAYERS) as (keyof Layers)[]).map((name) => [name, listed ? names.includes(name) : DEFAULT_LAYERS[name]]),
      ) as unknown as Layers,
    },
  }))
}

export function startAddress(): void {
  if (asked.get('tab') === 'runs') store.set({ tab: 'runs' })
  takeLayers()
  takeWater()
  writeSection()
  writeLayers(store.get().settings.layers)
  store.watch((s) => s.settings.layers, writeLayers, true)
  store.watch((s) => s.settings.view3d, (open) => open || write('view3d', null), true)
  store.watch((s) => s.tab, (tab) => write('tab', tab === 'mission' ? null : tab), true)
  store.watch((s) => s.snapshot?.run ?? null, (run) => write('run', run), true)
  store.watch((s) => s.compare?.id ?? null, (id) => write('compare', id), true)
  store.watch((s) => [s.settings.overlayDepth, s.settings.section, s.settings.sectionField, s.settings.sectionWhole], writeSection, true)
  // Browsers count how often an address changes: while the playback runs or a slider is moved, it is written now and then.
  store.watch((s) => [s.waterTime, s.sources], everySoOften(TIME_MS, writeWater), true)
  store.watch((s) => [s.shown?.t, s.snapshot?.run], everySoOften(TIME_MS, writeTime), true)
}

/** Called at most once in `wait`, and once after the last time it was asked for. */
function everySoOften(wait: number, action: () => void): () => void {
  let due = false
  return () => {
    if (due) return
    due = true
    setTimeout(() => {
      due = false
      action()
    }, wait)
  }
}
