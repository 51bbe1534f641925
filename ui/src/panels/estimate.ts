/** What the plan promised beside what the simulation gave. */

import { h, section, text } from '../dom.ts'
import { clock, distance, energy, isNumber, NOTHING, signedPercent } from '../format.ts'
import { store } from '../state.ts'

type Number3 = [number | undefined, number | undefined, number | undefined]

export function estimatePanel(): HTMLElement {
  const names = ['Distance', 'Duration', 'Energy']
  const cells = names.map(() => [h('td', { class: 'estimate' }), h('td'), h('td', { class: 'quiet' })] as const)
  const last = h('th', { scope: 'col' }, 'So far')
  const table = h('table', { class: 'compare' },
    h('thead', {}, h('tr', {}, h('td'), h('th', { scope: 'col' }, 'Plan'), last, h('th', { scope: 'col' }, 'Diff.'))),
    h('tbody', {}, ...names.map((name, i) => h('tr', {}, h('th', { scope: 'row' }, name), ...(cells[i] ?? [])))))
  const empty = h('p', { class: 'empty' }, 'A plan shows its distance, time and energy here, and then what the simulation makes of them.')
  const note = h('p', { class: 'quiet' })

  store.watch((s) => [s.plan, s.shown, s.settings.units], () => {
    const { plan, shown, settings } = store.get()
    empty.hidden = plan !== null
    table.hidden = note.hidden = plan === null
    if (!plan) return
    const done = shown?.finished === true
    text(last, done ? 'Result' : 'So far')
    const planned: Number3 = [plan.distance_m, plan.duration_s, plan.energy_J]
    const got: Number3 = [shown?.distance_m, shown?.t, shown?.energy_J]
    const write = [(v: number | undefined) => distance(v, settings.units), clock, energy]
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
  return section('Plan and result', true, empty, table, note)
}
