/** Which water is shown: when, how deep, and whose it is. */

import { api } from './api.ts'
import { words } from './dom.ts'
import { store, type State } from './state.ts'
import { askedMoment, askedRun } from './url.ts'
import { isoOf, secondsOf, spanOf } from './utc.ts'
import { AT_CRUISE } from './water_types.ts'

/** Depth that arrows and read-out are for [m]. */
export const overlayDepth = ({ settings, cruiseDepth }: Readonly<State>): number =>
  settings.overlayDepth === AT_CRUISE ? cruiseDepth : settings.overlayDepth

/** Time of the query; none where nothing depends on it. */
export const askedWater = ({ waterTime }: Readonly<State>): string | undefined => (waterTime === null ? undefined : isoOf(waterTime))

/** Time that the page's address asks for, until its run is open and the time is shown, or somebody moved the slider. */
let wished = askedMoment

export function setWaterTime(seconds: number): void {
  wished = null
  const span = spanOf(store.get().sources?.time)
  if (span) store.set({ waterTime: Math.min(Math.max(seconds, span.first), span.last) })
}

/** The sources, asked for when the line opens: after a restart the server may have another ocean. */
export function followSources(): void {
  let asking = false
  let again = false
  async function ask(): Promise<void> {
    again ||= asking
    if (asking) return
    asking = true
    try {
      const sources = await api.sources()
      if (!Array.isArray(sources.fields)) throw new Error('the server is older than this page')
      const span = spanOf(sources.time)
      const { waterTime, sources: before, snapshot } = store.get()
      const sameStart = before?.time?.default === sources.time?.default
      const inside = (time: number | null): time is number => span !== null && time !== null && time >= span.first && time <= span.last
      const known = inside(wished) ? wished : sameStart && inside(waterTime) ? waterTime : null
      if (askedRun === null || snapshot?.run === askedRun) wished = null
      store.set({ sources, sourcesError: '', waterTime: known ?? (sources.time ? secondsOf(sources.time.default) : null) })
    } catch (error) {
      store.set({ sourcesError: words(error) })
    }
    asking = false
    if (!again) return
    again = false
    await ask()
  }
  store.watch((s) => s.link === 'open', (open) => void (open && ask()))
  // Another run may begin at another time; only then the slider moves there.
  store.watch((s) => s.serial, (serial) => void (serial !== '' && serial !== 'none' && ask()), true)
}
