/** Follows the depths that a map shows and says which range its colours should run over. */

import type { Map } from 'maplibre-gl'

import { api } from '../api.ts'
import { debounce } from '../dom.ts'
import { store } from '../state.ts'
import { type Box, boxOf } from './box.ts'
import { type DepthRange, extent, rangeFor, WHOLE } from './depth_range.ts'

const WAIT_MS = 250
/** A tilted map shows more than is wide at its middle. */
const TILTED_REACH = 2.2

export interface Depths {
  range: DepthRange
  /** Deepest water in view [m]; null as long as it is not known. */
  deepest: number | null
}

/** Call `tell` at once and whenever the range, or the deepest water in view, is another one. */
export function watchDepths(map: Map, tell: (depths: Depths) => void): void {
  let inView: DepthRange | null = null
  let deepest: number | null = null
  let told: Depths = { range: WHOLE, deepest: null }
  let asked = ''
  let going: AbortController | null = null

  function say(): void {
    const chosen = store.get().settings.maxDepth
    const range = chosen > 0 ? { min: 0, max: chosen } : (inView ?? WHOLE)
    if (range.min === told.range.min && range.max === told.range.max && deepest === told.deepest) return
    told = { range, deepest }
    tell(told)
  }

  async function load(box: Box): Promise<void> {
    const key = Object.values(box).map((x) => x.toFixed(4)).join()
    if (key === asked) return say()
    asked = key
    going?.abort()
    going = new AbortController()
    try {
      const { depths } = await api.bathymetry(box, going.signal)
      inView = rangeFor(depths, inView)
      deepest = extent(depths)?.[1] ?? null
      say()
    } catch {
      if (key === asked) asked = ''
    }
  }

  const soon = debounce(WAIT_MS, () => void load(boxOf(map, TILTED_REACH)))
  map.on('moveend', soon)
  store.watch((s) => [s.settings.maxDepth, s.link === 'open'], soon)
  tell(told)
}
