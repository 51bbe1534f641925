/** How much the tilted view stretches heights. */

/** Share of the height in view [m at the middle] that the water may be deep in the picture. */
const SHARE = 0.3
const STEPS = [0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50] as const
/** A new factor must be better by this ratio: the picture does not jump at every turn of the wheel. */
const STICKY = 1.6

/**
 * A factor that shows the relief of shallow water and keeps the floor of deep water in the picture; a small one squeezes it.
 * Height and depth in metres; `now` is the factor in use.
 */
export function heightsFor(height: number, deepest: number, now: number | null): number {
  const wanted = (SHARE * height) / Math.max(deepest, 20)
  const off = (factor: number): number => Math.abs(Math.log(factor / wanted))
  const best = STEPS.reduce((a, b) => (off(b) < off(a) ? b : a))
  if (now === null || !(STEPS as readonly number[]).includes(now)) return best
  const bounded = Math.min(Math.max(wanted, STEPS[0]), STEPS[STEPS.length - 1] ?? 1)
  return Math.abs(Math.log(now / bounded)) <= Math.log(STICKY) ? now : best
}
