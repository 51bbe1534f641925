/** What the plan promised beside what the simulation gave. */

import { h, section, text } from '../dom.ts'
import { clock, distance, isNumber, NOTHING, signedPercent, wattHours } from '../format.ts'
import { store } from '../state.ts'

type Number3 = [number | undefined, number | undefined, number | undefined]

const RULE = '(25 W s³/m³ · v³ + 8 W) / 0.7 at the planned speeds. It leaves out what this hull drags, the slip of its propellers, ' +
  'the thrust that dives, steers and holds the depth, and currents; the simulation has them.'

export function estimatePanel(): HTMLElement {
  const names = ['Distance', 'Duration', 'Energy']
  const cells = names.map(() => [h('td', { class: 'estimate' }), h('td'), h('td', { class: 'quiet' })] as const)
  const last = h('th', { scope: 'col' }, 'So far')
  const table = h('table', { class: 'compare' },
    h('thead', {}, h('tr', {}, h('td'), h('th', { scope: 'col' }, 'Plan'), last, h('th', { scope: 'col' }, 'Diff.'))),
    h('tbody', {}, ...names.map((name, i) => h('tr', {}, h('th', { scope: 'row' }, name), ...(cells[i] ?? [])))))
  const empty = h('p', { class: 'empty' }, 'A plan shows its distance, time and energy here, and then what the simulation makes of them.')
  const note = h('p', { class: 'quiet' })
  const rule = h('p', { class: 'quiet small', id: 'energy-rule', title: RULE }, 'Planned energy: a rule of thumb without this hull’s drag, propeller slip, diving and currents. The result has them.')

  store.watch((s) => [s.plan, s.shown, s.settings.units], () => {
    const { plan, shown, settings } = store.get()
    empty.hidden = plan !== null
    table.hidden = note.hidden = rule.hidden = plan === null
    if (!plan) return
    const done = shown?.finished === true
    text(last, done ? 'Result' : 'So far')
    const planned: Number3 = [plan.distance_m, plan.duration_s, plan.energy_J]
    const got: Number3 = [shown?.distance_m, shown?.t, shown?.energy_J]
    const write = [(v: number | undefined) => distance(v, settings.units), clock, wattHours]
    cells.forEach(([estimate, result, difference], i) => {
      const a = planned[i]
      const b = got[i]
      text(estimate, write[i]?.(a) ?? NOTHING)
      text(result, write[i]?.(b) ?? NOTHING)
      text(difference, done && isNumber(a) && isNumber(b) && a > 0 ? signedPercent((b / a - 1) * 100) : NOTHING)
    })
    const round = plan.routed_around_land ? ' · led around land' : ''
    text(note, `${plan.waypoints.length} waypoints${round}`)
  })
  return section('Plan and result', true, empty, table, note, rule)
}
