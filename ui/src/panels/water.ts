/** The water that is shown: time, depth, the section along the route, and the sources of each field. */

import { h, section, text } from '../dom.ts'
import { setting, store } from '../state.ts'
import { secondsOf, spanOf, utcOf } from '../utc.ts'
import { setWaterTime } from '../water.ts'
import { checkField } from './fields.ts'
import { AT_CRUISE, OVERLAY_DEPTHS, type Source, type Sources } from '../water_types.ts'

const PAGE_STOPS = 10

function timeField(): HTMLElement {
  const slider = h('input', { type: 'range', id: 'water-time', 'aria-describedby': 'water-time-note' })
  const shown = h('output', { for: 'water-time', id: 'water-time-text' })
  const note = h('p', { class: 'quiet small', id: 'water-time-note' })
  const field = h('div', { class: 'field wide' }, h('div', { class: 'spread' }, h('label', { for: 'water-time' }, 'Water time'), shown), slider, note)
  const write = (): void => {
    const span = spanOf(store.get().sources?.time)
    if (span) setWaterTime(span.first + Number(slider.value) * span.step)
  }
  slider.addEventListener('input', write)
  // Arrows, Home and End are the browser's; a page is ten stops.
  slider.addEventListener('keydown', (event) => {
    const by = { PageUp: PAGE_STOPS, PageDown: -PAGE_STOPS }[event.key]
    if (by === undefined) return
    event.preventDefault()
    slider.value = String(Number(slider.value) + by)
    write()
  })
  store.watch((s) => [s.sources, s.waterTime], () => {
    const { sources, waterTime } = store.get()
    const span = spanOf(sources?.time)
    field.hidden = span === null || waterTime === null
    if (span === null || waterTime === null) return
    slider.min = '0'
    slider.max = String(Math.ceil((span.last - span.first) / span.step))
    slider.value = String(Math.round((waterTime - span.first) / span.step))
    slider.setAttribute('aria-valuetext', utcOf(waterTime))
    text(shown, utcOf(waterTime))
    text(note, `${utcOf(span.first)} to ${utcOf(span.last)}. A mission that you plan begins at the time that is shown.`)
  })
  return field
}

function depthField(): HTMLElement {
  const options = [[AT_CRUISE, 'cruise depth'], ...OVERLAY_DEPTHS.map((m) => [m, m === 0 ? 'surface' : `${m} m`] as const)] as const
  const select = h('select', { id: 'overlay-depth' }, ...options.map(([value, name]) => h('option', { value }, name)))
  select.addEventListener('change', () => setting({ overlayDepth: Number(select.value) }))
  store.watch((s) => s.settings.overlayDepth, (value) => (select.value = String(value)))
  return h('div', { class: 'field wide' }, h('label', { for: 'overlay-depth' }, 'Currents and read-out at'), select)
}

const day = (iso: string): string => utcOf(secondsOf(iso))

function detail({ kind, files, levels_m, time, attribution }: Source, before: Source | undefined): string {
  const deepest = levels_m.at(-1)
  return [
    files.length > 1 ? `${files.length} files: ${files.join(', ')}` : kind === 'file' ? '' : kind,
    time ? `${day(time.first)} to ${day(time.last)}, ${time.count} times, beyond them: ${time.outside}` : '',
    deepest === undefined ? '' : `${levels_m.length} levels to ${Math.round(deepest)} m`,
    // The credit stands where it changes.
    attribution === before?.attribution ? '' : (attribution?.replace(/^[A-Z][a-z, ]*: /, '') ?? ''),
  ].filter(Boolean).join(' · ')
}

function listed({ fields }: Sources): HTMLElement[] {
  return fields.map(({ name, sources, layers }) =>
    h('div', { class: 'source', 'data-field': name },
      h('h3', {}, name),
      h('ol', {}, ...sources.map((source, i) => h('li', {}, source.name, h('span', { class: 'quiet small' }, detail(source, sources[i - 1]))))),
      layers.length > 0 ? h('p', { class: 'quiet small' }, `added to it: ${layers.join(', ')}`) : null))
}

export function waterPanel(): HTMLElement {
  const cut = checkField('show-section', 'Section along the route', false, (on) => setting({ section: on }), 'Temperature, salinity or current over distance and depth')
  store.watch((s) => s.settings.section, (on) => (cut.input.checked = on))
  const list = h('div', { id: 'sources' })
  const note = h('p', { class: 'quiet small', role: 'status' })
  store.watch((s) => [s.sources, s.sourcesError], () => {
    const { sources, sourcesError } = store.get()
    text(note, sourcesError ? `The sources cannot be read: ${sourcesError}. They are asked for again when the line is open.` : sources ? 'The first that knows a place answers there.' : 'Asking for the sources …')
    note.classList.toggle('error', sourcesError !== '')
    if (sources) list.replaceChildren(...listed(sources), h('p', { class: 'quiet small' }, sources.attribution.join('. ')))
  })
  return section('Water', true, timeField(), depthField(), cut.element,
    h('details', { class: 'more' }, h('summary', {}, 'Sources'), note, list))
}
