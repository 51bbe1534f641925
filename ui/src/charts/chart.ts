/** One uPlot chart of ours: colours of the theme, click to move the time, a line at the moment that is shown. */

import uPlot from 'uplot'

import { h } from '../dom.ts'
import { clock } from '../format.ts'
import { dropScrub, scrubTo } from '../playback.ts'

export interface Curve {
  label: string
  colour: string
  dash?: number[]
  scale?: string
  /** Fill from the curve to the lower edge. */
  ground?: boolean
  width?: number
}

export interface ChartOptions {
  label: string
  unit: string
  curves: Curve[]
  range?: (u: uPlot) => [number, number]
  downwards?: boolean
  /** Whether the times stand below it. */
  timed?: boolean
  second?: { unit: string; range: [number, number] }
}

/** Pixels that the times take. */
export const TIMES = 24
const FIRST_HEIGHT = 80

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function seriesOf(curve: Curve): uPlot.Series {
  return {
    label: curve.label,
    scale: curve.scale ?? 'y',
    stroke: () => css(curve.colour),
    width: curve.width ?? 1.6,
    points: { show: false },
    spanGaps: true,
    ...(curve.dash ? { dash: curve.dash } : {}),
    ...(curve.ground ? { fill: () => css('--ground'), fillTo: (_u, _i, _low, high) => high } : {}),
  }
}

function axis(scale: string, side: 1 | 3, grid: boolean, size: number): uPlot.Axis {
  return {
    scale, side, size, gap: 3, space: 26,
    font: '11px system-ui, sans-serif',
    stroke: () => css('--text-quiet'),
    grid: { show: grid, stroke: () => css('--grid'), width: 1 },
    ticks: { show: false },
  }
}

export class Chart {
  readonly plot: uPlot
  private readonly now = h('div', { class: 'now' })

  constructor(place: HTMLElement, options: ChartOptions, width: number) {
    const across: uPlot.Axis = {
      font: '11px system-ui, sans-serif', stroke: () => css('--text-quiet'), size: TIMES, gap: 6, space: 58, show: options.timed === true,
      incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800],
      grid: { show: false }, ticks: { show: false },
      values: (_u, splits) => splits.map((t) => clock(t)),
    }
    const down = options.downwards === true
    const range = options.range
    this.plot = new uPlot(
      {
        width, height: FIRST_HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
        padding: [6, options.second ? 0 : 32, options.timed ? 0 : 4, 0],
        scales: {
          x: { time: false },
          y: { dir: down ? -1 : 1, range: range ? (u) => range(u) : (_u, _low, high) => [0, high > 0 ? high * 1.12 : 1] },
          ...(options.second ? { second: { range: options.second.range } } : {}),
        },
        axes: [across, axis('y', 3, true, 40), ...(options.second ? [axis('second', 1, false, 32)] : [])],
        series: [{}, ...options.curves.map(seriesOf)],
      },
      [[], ...options.curves.map(() => [])],
      place,
    )
    this.plot.over.append(this.now)
    this.plot.over.setAttribute('aria-hidden', 'true')
    this.plot.over.addEventListener('pointerdown', (event) => {
      scrubTo(this.plot.posToVal(event.offsetX, 'x'))
      dropScrub()
    })
  }

  setData(data: uPlot.AlignedData): void {
    this.plot.setData(data)
  }

  resize(width: number, height: number): void {
    if (width > 0 && (width !== this.plot.width || height !== this.plot.height)) this.plot.setSize({ width, height })
  }

  mark(t: number | null): void {
    const x = t === null ? NaN : this.plot.valToPos(t, 'x')
    this.now.hidden = !Number.isFinite(x)
    if (Number.isFinite(x)) this.now.style.transform = `translateX(${x}px)`
  }
}
