/** What the compared run did otherwise than the one that is open: its end beside theirs. */

import { api } from '../api.ts'
import { stopComparing } from '../compare.ts'
import { button, h, section, text } from '../dom.ts'
import { clock, distance, isNumber, NOTHING, signedPercent, speed, wattHours } from '../format.ts'
import { store } from '../state.ts'
import type { Snapshot } from '../types.ts'

interface End {
  duration_s: number | null
  distance_m: number | null
  energy_J: number | null
  status: string
}

const FAR_S = 1e9

const endOf = (last: Snapshot): End => ({
  duration_s: last.t, distance_m: last.distance_m, energy_J: last.energy_J,
  status: last.computing ? 'computing …' : (last.status ?? last.state ?? ''),
})

const mean = (end: End): number | null => (isNumber(end.distance_m) && isNumber(end.duration_s) && end.duration_s > 0 ? end.distance_m / end.duration_s : null)

const ROWS: [string, (end: End) => number | null, (value: number | null) => string][] = [
  ['Duration', (end) => end.duration_s, clock],
  ['Distance', (end) => end.distance_m, (value) => distance(value, store.get().settings.units)],
  ['Energy', (end) => end.energy_J, wattHours],
  ['Mean speed', mean, (value) => speed(value, store.get().settings.units)],
]

export function comparisonPanel(): HTMLElement {
  const cells = ROWS.map(() => [h('td'), h('td'), h('td', { class: 'quiet' })] as const)
  const states = [h('td'), h('td')] as const
  const name = h('p', { class: 'quiet' })
  const head = ['This', 'Other', 'Diff.'].map((title) => h('th', { scope: 'col' }, title))
  const table = h('table', { class: 'compare', id: 'comparison' },
    h('thead', {}, h('tr', {}, h('td'), ...head)),
    h('tbody', {}, ...ROWS.map(([title], i) => h('tr', {}, h('th', { scope: 'row' }, title), ...(cells[i] ?? []))),
      h('tr', {}, h('th', { scope: 'row' }, 'End'), ...states, h('td'))))
  let mine: End | null = null

  function show(): void {
    const { compare } = store.get()
    panel.hidden = compare === null
    if (!compare) return
    text(name, `Compared with “${compare.name}”`)
    const theirs: End = { ...compare, status: compare.status ?? '' }
    ROWS.forEach(([, value, write], i) => {
      const [a, b] = [mine ? value(mine) : null, value(theirs)]
      const [own, other, difference] = cells[i] ?? []
      if (!own || !other || !difference) return
      text(own, write(a))
      text(other, write(b))
      text(difference, isNumber(a) && isNumber(b) && a > 0 ? signedPercent((b / a - 1) * 100) : NOTHING)
    })
    text(states[0], mine?.status.replaceAll('_', ' ') ?? NOTHING)
    text(states[1], theirs.status.replaceAll('_', ' '))
  }

  /** The end of the run that is open, as far as it is computed. */
  async function ask(): Promise<void> {
    const { compare, snapshot } = store.get()
    if (!compare) return show()
    const last = snapshot?.plan_loaded ? await api.snapshotAt(FAR_S).catch(() => null) : null
    mine = last && endOf(last)
    show()
  }

  const panel = section('Comparison', true, name, table, h('div', { class: 'row' }, button('Stop comparing', stopComparing, { id: 'stop-comparing' })))
  store.watch((s) => [s.compare, s.serial, s.snapshot?.computing, s.snapshot?.plan_loaded], () => void ask())
  store.watch((s) => s.settings.units, show, true)
  return panel
}
