/** Which depths the colours run over: chosen, or those that a map shows, in round numbers and without flicker. */

export interface DepthRange {
  readonly min: number
  readonly max: number
}

/** Before any depth is known. */
export const WHOLE: DepthRange = { min: 0, max: 6000 }

/** Metres, at least, between the two ends: less would draw the rounding of the data. */
const LEAST_SPAN = 20
/** The range is kept while what is in view fills this share of it. */
const KEPT_SHARE = 0.4
/** Share of the cells that may lie outside at either end. */
const OUTSIDE = 0.01
const DEEPEST = 12_000
/** Where the shallowest water in view is deeper than this share of the deepest, the colours begin there. */
const DEEP_SHARE = 0.3

/** 1, 2 or 5 times a power of ten, the nearest from below. */
export function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const first = [5, 2, 1].find((f) => f * power <= wanted * 1.0001) ?? 1
  return first * power
}

/** Least and greatest depth of the water [m], a few outliers left out; null where there is none. Land is 0 or null. */
export function extent(depths: readonly (number | null)[]): [number, number] | null {
  const wet = depths.filter((d): d is number => d !== null && d > 0).sort((a, b) => a - b)
  const cut = Math.floor(OUTSIDE * wet.length)
  const low = wet[cut]
  const high = wet[wet.length - 1 - cut]
  return low === undefined || high === undefined ? null : [low, high]
}

/** Round limits about depths; from 0 unless the shallowest is far down, so that light goes on meaning shallow. */
function about(low: number, high: number): DepthRange {
  const deep = low > Math.max(DEEP_SHARE * high, LEAST_SPAN)
  const bottom = deep ? low : 0
  const span = Math.max(high - bottom, LEAST_SPAN)
  const step = roundStep(span / 4)
  const middle = (bottom + high) / 2
  const max = Math.min(DEEPEST, Math.ceil((deep ? Math.max(high, middle + span / 2) : Math.max(high, span)) / step) * step)
  const min = deep ? Math.max(0, Math.floor(Math.min(bottom, max - span) / step) * step) : 0
  return { min, max }
}

/** The range for depths in view, or the one in use where it still does. */
export function rangeFor(depths: readonly (number | null)[], now: DepthRange | null): DepthRange | null {
  const found = extent(depths)
  if (!found) return now
  const [low, high] = found
  const next = about(low, high)
  if (!now) return next
  const fits = low >= now.min && high <= now.max
  const filled = (next.max - next.min) / (now.max - now.min)
  return fits && filled >= KEPT_SHARE ? now : next
}

export interface Tick {
  depth: number
  /** Place along the scale, 0 to 1: with the square root of depth from the surface down, evenly in a range below it. */
  share: number
}

/** Parts of the scale that a number takes, and that lie between two. */
export const wide = (depth: number): number => 0.044 * String(depth).length
const APART = 0.04

/** Depths to write beside the colours: the ends, and round ones between that leave each other room. */
export function ticks({ min, max }: DepthRange): Tick[] {
  const part = (depth: number): number => (depth - min) / (max - min)
  const share = (depth: number): number => (min > 0 ? part(depth) : Math.sqrt(part(depth)))
  const step = roundStep((max - min) / 4)
  const round = min > 0
    ? Array.from({ length: 9 }, (_, i) => (Math.floor(min / step) + i) * step)
    : [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
  // The first and the last number stand inside the scale, the others about their place.
  const found: Tick[] = [{ depth: min, share: 0 }]
  let free = wide(min) + APART
  const end = 1 - wide(max) - APART
  for (const depth of round) {
    const [at, half] = [share(depth), wide(depth) / 2]
    if (depth <= min || depth >= max || at - half < free || at + half > end) continue
    found.push({ depth, share: at })
    free = at + half + APART
  }
  return [...found, { depth: max, share: 1 }]
}
