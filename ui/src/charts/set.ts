/** Depth over the sea floor, speeds, power and charge. */

import 'uplot/dist/uPlot.min.css'

import { byId, h, text } from '../dom.ts'
import { depth as metres } from '../format.ts'
import { compared, store, track } from '../state.ts'
import { speedUnit } from '../units.ts'
import { Chart, type ChartOptions, type Curve, TIMES } from './chart.ts'
import { depthRange, peaks, times, values } from './series.ts'

const other = (label: string, scale?: string): Curve => ({ label, colour: '--compare', dash: [3, 3], ...(scale ? { scale } : {}) })

let depths: [number, number] = [0, 1]
/** Where the sea floor is when it lies below the chart. */
let floorNote = ''

/** Least height of a chart, and what it is at most however much room there is. */
const HEIGHTS = [64, 150] as const
const GAP = 8

const CHARTS: ChartOptions[] = [
  {
    label: 'Depth', unit: 'm', downwards: true, range: () => depths,
    curves: [{ label: 'sea floor', colour: '--floor', ground: true, width: 1 }, { label: 'vehicle', colour: '--track' }, other('compared')],
  },
  {
    label: 'Speed', unit: 'm/s',
    curves: [{ label: 'water', colour: '--plan', dash: [6, 3] }, { label: 'ground', colour: '--track' }, other('compared')],
  },
  {
    label: 'Power', unit: 'W', timed: true, second: { unit: '%', range: [0, 105] },
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
  const { range, deeper, shallowest } = depthRange([...depth, ...theirs('depth_m')], floor)
  depths = range
  floorNote = deeper ? `floor from ${metres(shallowest)}` : ''
  return [
    [at, floor, depth, theirs('depth_m')],
    [at, mine('speed_through_water_m_s', perUnit), mine('speed_m_s', perUnit), theirs('speed_m_s', perUnit)],
    [at, mine('power_W'), mine('soc', 100), theirs('power_W')],
  ] as number[][][]
}

function key(curve: Curve): HTMLElement {
  const line = h('i', { class: curve.dash ? 'dashed' : curve.ground ? 'ground' : '' })
  line.style.color = `var(${curve.colour})`
  return h('span', { class: curve.label === 'compared' ? 'key-compared' : curve.ground ? 'key-ground' : '' }, line, h('span', {}, curve.label))
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
  const rail = byId('right')
  // As high as the rail has room for, so that all of them are seen at once.
  const layOut = (): void => {
    const above = place.getBoundingClientRect().top - rail.getBoundingClientRect().top + rail.scrollTop
    const captions = charts.reduce((sum, { chart }) => sum + (chart.plot.root.previousElementSibling?.clientHeight ?? 0) + GAP, 0)
    const room = (rail.clientHeight - above - captions - TIMES) / charts.length
    const height = Math.round(Math.min(Math.max(room, HEIGHTS[0]), HEIGHTS[1]))
    for (const { chart, options } of charts) chart.resize(place.clientWidth, height + (options.timed ? TIMES : 0))
  }
  const watcher = new ResizeObserver(layOut)
  watcher.observe(rail)
  for (const part of rail.children) watcher.observe(part)
  return {
    draw() {
      const columns = data()
      const ground = place.querySelector('.key-ground')
      ground?.classList.toggle('below', floorNote !== '')
      if (ground?.lastElementChild) text(ground.lastElementChild, floorNote || 'sea floor')
      charts.forEach(({ chart }, i) => chart.setData((columns[i] ?? []) as never))
    },
    mark: (t) => charts.forEach(({ chart }) => chart.mark(t)),
    redraw: () => charts.forEach(({ chart }) => chart.plot.redraw(false, true)),
  }
}
