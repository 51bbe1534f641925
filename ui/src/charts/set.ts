/** Depth over the sea floor, speeds, power and charge. */

import 'uplot/dist/uPlot.min.css'

import { h } from '../dom.ts'
import { compared, store, track } from '../state.ts'
import { speedUnit } from '../units.ts'
import { Chart, type ChartOptions, type Curve } from './chart.ts'
import { depthRange, peaks, times, values } from './series.ts'

const other = (label: string, scale?: string): Curve => ({ label, colour: '--compare', dash: [3, 3], ...(scale ? { scale } : {}) })

let depths: [number, number] = [0, 1]

const CHARTS: ChartOptions[] = [
  {
    label: 'Depth', unit: 'm', downwards: true, range: () => depths,
    curves: [{ label: 'sea floor', note: 'below the chart', colour: '--floor', ground: true, width: 1 }, { label: 'vehicle', colour: '--track' }, other('compared')],
  },
  {
    label: 'Speed', unit: 'm/s',
    curves: [{ label: 'water', colour: '--plan', dash: [6, 3] }, { label: 'ground', colour: '--track' }, other('compared')],
  },
  {
    label: 'Power', unit: 'W', second: { unit: '%', range: [0, 105] },
    curves: [{ label: 'power', colour: '--track' }, { label: 'charge (right)', colour: '--charge', dash: [8, 3], scale: 'second' }, other('compared')],
  },
]

/** Curves of each chart in the order of CHARTS. */
function data(): number[][][] {
  const at = times(track, compared)
  const mine = (column: Parameters<typeof values>[1], scale = 1) => peaks(track, column, at.length, scale)
  const theirs = (column: Parameters<typeof values>[1], scale = 1) => values(compared, column, at, scale)
  const perUnit = 1 / speedUnit(store.get().settings.units).si
  const depth = mine('depth_m')
  const floor = mine('sea_floor_depth_m')
  const { range, deeper } = depthRange([...depth, ...theirs('depth_m')], floor)
  depths = range
  document.body.classList.toggle('deep', deeper)
  return [
    [at, floor, depth, theirs('depth_m')],
    [at, mine('speed_through_water_m_s', perUnit), mine('speed_m_s', perUnit), theirs('speed_m_s', perUnit)],
    [at, mine('power_W'), mine('soc', 100), theirs('power_W')],
  ] as number[][][]
}

function key(curve: Curve): HTMLElement {
  const line = h('i', { class: curve.dash ? 'dashed' : curve.ground ? 'ground' : '' })
  line.style.color = `var(${curve.colour})`
  const note = curve.note ? h('span', { class: 'key-note' }, ` ${curve.note}`) : null
  return h('span', { class: curve.label === 'compared' ? 'key-compared' : '' }, line, curve.label, note)
}

export interface ChartSet {
  draw(): void
  mark(t: number | null): void
  redraw(): void
}

export function createCharts(place: HTMLElement): ChartSet {
  const charts = CHARTS.map((options) => {
    const unit = h('span', { class: 'unit' }, options.unit)
    const figure = h('figure', { 'aria-label': `${options.label} over time` },
      h('figcaption', {}, h('b', {}, options.label), ' ', unit, ...options.curves.map(key)))
    place.append(figure)
    return { chart: new Chart(figure, options, place.clientWidth || 300), unit, options }
  })
  store.watch((s) => s.settings.units, (units) => {
    for (const { unit, options } of charts) if (options.label === 'Speed') unit.textContent = speedUnit(units).name
  })
  new ResizeObserver(() => charts.forEach(({ chart }) => chart.resize(place.clientWidth))).observe(place)
  return {
    draw() {
      const columns = data()
      charts.forEach(({ chart }, i) => chart.setData((columns[i] ?? []) as never))
    },
    mark: (t) => charts.forEach(({ chart }) => chart.mark(t)),
    redraw: () => charts.forEach(({ chart }) => chart.plot.redraw(false, true)),
  }
}
