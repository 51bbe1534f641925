/** Which water is shown: when, how deep, and whose it is. */

import { api } from './api.ts'
import { words } from './dom.ts'
import { store, type State } from './state.ts'
import { isoOf, secondsOf, spanOf } from './utc.ts'

/** Depths that the overlays can be asked for [m]; cruise depth is `AT_CRUISE`. */
export const OVERLAY_DEPTHS = [0, 10, 20, 50, 100, 200, 500, 1000, 2000, 4000] as const
export const AT_CRUISE = -1

/** Depth that arrows and read-out are for [m]. */
export const overlayDepth = ({ settings, cruiseDepth }: Readonly<State>): number =>
  settings.overlayDepth === AT_CRUISE ? cruiseDepth : settings.overlayDepth

/** Time of the query; none where nothing depends on it. */
export const askedWater = ({ waterTime }: Readonly<State>): string | undefined => (waterTime === null ? undefined : isoOf(waterTime))

export function setWaterTime(seconds: number): void {
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
      const span = spanOf(sources.time)
      const { waterTime, sources: before } = store.get()
      const sameStart = before?.time?.default === sources.time?.default
      const kept = sameStart && span !== null && waterTime !== null && waterTime >= span.first && waterTime <= span.last
      store.set({ sources, sourcesError: '', waterTime: kept ? waterTime : sources.time ? secondsOf(sources.time.default) : null })
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
