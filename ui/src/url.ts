/** The page's address says what is seen: run, compared run, tab, view of the map. */

import { store } from './state.ts'

export interface View {
  lat: number
  lon: number
  zoom: number
}

const asked = new URLSearchParams(location.search)

export const askedRun = asked.get('run')
export const askedCompare = asked.get('compare')

export function askedView(): View | null {
  const numbers = (asked.get('view') ?? '').split(',').map(Number)
  const [lat, lon, zoom] = numbers
  if (lat === undefined || lon === undefined || zoom === undefined || !numbers.every(Number.isFinite)) return null
  return Math.abs(lat) <= 85 && zoom >= 0 && zoom <= 24 ? { lat, lon, zoom } : null
}

function write(name: string, value: string | null): void {
  const url = new URL(location.href)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  if (url.href !== location.href) history.replaceState(null, '', url.href.replaceAll('%2C', ','))
}

export function writeView(view: View): void {
  write('view', `${view.lat.toFixed(4)},${view.lon.toFixed(4)},${view.zoom.toFixed(2)}`)
}

/** Link that opens a run wherever it is followed. */
export function linkTo(run: string): string {
  const url = new URL('/', location.origin)
  url.searchParams.set('run', run)
  return url.href
}

export function startAddress(): void {
  if (asked.get('tab') === 'runs') store.set({ tab: 'runs' })
  store.watch((s) => s.tab, (tab) => write('tab', tab === 'mission' ? null : tab), true)
  store.watch((s) => s.snapshot?.run ?? null, (run) => write('run', run), true)
  store.watch((s) => s.compare?.id ?? null, (id) => write('compare', id), true)
}
