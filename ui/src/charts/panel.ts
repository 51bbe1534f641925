/** The charts' place in the right rail, in its four states; the charts themselves are loaded when there is something to draw. */

import { h, perFrame, section, text } from '../dom.ts'
import { charts as readCharts } from '../parts.ts'
import { store, track } from '../state.ts'
import type { ChartSet } from './set.ts'

const REDRAW_MS = 400

export function chartsPanel(): HTMLElement {
  const note = h('p', { class: 'empty', role: 'status' })
  const place = h('div', { class: 'charts' })
  let charts: ChartSet | null = null
  let loading: Promise<void> | null = null
  let due = 0

  const mark = perFrame(() => charts?.mark(store.get().shown?.t ?? null))

  function drawSoon(): void {
    if (!charts || due > 0) return
    due = window.setTimeout(() => {
      due = 0
      charts?.draw()
      mark()
    }, REDRAW_MS)
  }

  async function load(): Promise<void> {
    const { createCharts } = await readCharts()
    charts = createCharts(place)
    charts.draw()
    mark()
  }

  function state(): string {
    const { snapshot, trackLoading, trackError, missing } = store.get()
    if (trackError !== '') return `The history cannot be read: ${trackError}. It is tried again by itself.`
    if (missing.charts) return `The charts ${missing.charts}.`
    if (!snapshot) return 'Waiting for the server …'
    if (track.length > 1) return ''
    return snapshot.plan_loaded || trackLoading ? 'Computing the first seconds …' : 'Depth, speed and power of a mission are drawn here.'
  }

  store.watch((s) => [s.trackVersion, s.compareVersion, s.trackLoading, s.trackError, s.missing.charts, s.snapshot === null, s.snapshot?.plan_loaded], () => {
    const message = state()
    text(note, message)
    note.hidden = message === ''
    note.classList.toggle('error', store.get().trackError !== '')
    place.hidden = track.length < 2
    document.body.classList.toggle('comparing', store.get().compare !== null)
    if (track.length > 1) loading ??= load()
    drawSoon()
  })
  store.watch((s) => s.shown?.t, mark)
  store.watch((s) => s.theme, () => charts?.redraw(), true)
  store.watch((s) => s.settings.units, drawSoon, true)
  return section('Charts', true, note, place)
}
