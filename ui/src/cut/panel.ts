/** The section along the route: choice of the field, picture, legend, read-out, and what is said when there is none. */

import { api } from '../api.ts'
import { button, debounce, h, perFrame, text, words } from '../dom.ts'
import { depth, digits, distance, fixed, NOTHING, quantity, speed } from '../format.ts'
import { setting, store } from '../state.ts'
import { distanceUnit, speedUnit } from '../units.ts'
import { utcOf } from '../utc.ts'
import { askedWater } from '../water.ts'
import { depthAt, distanceAt, drawVehicle, drawWater, type Frame, frameOf } from './draw.ts'
import { between, COLOURS, nearest, type Range, rangeOf, valueAt } from './scale.ts'
import type { Section, SectionField } from '../water_types.ts'

const FIELDS: [SectionField, string][] = [
  ['temperature', 'Temperature'], ['salinity', 'Salinity'], ['speed', 'Current, speed'],
  ['along', 'Current along the route'], ['across', 'Current across, to the right'],
]
const QUANTITIES = FIELDS.map(([name]) => name).join()
const WAIT_MS = 200

/** Depth of a section that shows the water about the mission [m]. */
const about = (deepest: number): number => Math.max(20, Math.ceil((deepest * 1.5) / 10) * 10)

const isFlow = (field: SectionField): boolean => field !== 'temperature' && field !== 'salinity'

function unitOf(field: SectionField): string {
  return field === 'temperature' ? '°C' : field === 'salinity' ? '' : speedUnit(store.get().settings.units).name
}

function worded(field: SectionField, value: number | null): string {
  if (value === null) return NOTHING
  if (isFlow(field)) return speed(value, store.get().settings.units)
  return field === 'temperature' ? quantity(value, '°C') : fixed(value, 2)
}

function legend(): { element: HTMLElement; show: (field: SectionField, range: Range | null) => void } {
  const bar = h('div', { class: 'scale' })
  const [low, middle, high] = [h('span', { class: 'first' }), h('span'), h('span', { class: 'last' })]
  middle.style.left = '50%'
  high.style.left = '100%'
  const unit = h('span', { class: 'unit' })
  const element = h('div', { class: 'legend', role: 'img' }, h('div', {}, bar, h('div', { class: 'ticks' }, low, middle, high)), unit)
  return {
    element,
    show(field, range) {
      element.hidden = range === null
      if (!range) return
      bar.style.background = `linear-gradient(to right, ${COLOURS[field].join(',')})`
      const factor = isFlow(field) ? speedUnit(store.get().settings.units).si : 1
      const number = (value: number): string => (isFlow(field) ? digits(value / factor) : fixed(value, field === 'salinity' ? 2 : 1))
      text(low, number(range.low))
      text(middle, number((range.low + range.high) / 2))
      text(high, number(range.high))
      text(unit, unitOf(field))
      element.setAttribute('aria-label', `Colours from ${number(range.low)} to ${number(range.high)} ${unitOf(field)}`)
    },
  }
}

export function showSection(place: HTMLElement): void {
  const field = h('select', { id: 'section-field', 'aria-label': 'What the section shows' }, ...FIELDS.map(([value, name]) => h('option', { value }, name)))
  const extent = h('select', { id: 'section-depth', 'aria-label': 'How deep the section goes' }, h('option', { value: 'whole' }, 'to the sea floor'), h('option', { value: 'near' }, 'about the mission'))
  const colours = legend()
  const note = h('p', { class: 'empty', role: 'status', id: 'section-note' })
  const retry = button('Try again', () => void load(), { hidden: true })
  const told = h('p', { class: 'what', id: 'section-readout' })
  const [water, over] = [h('canvas', { role: 'img', tabindex: 0, id: 'section-picture' }), h('canvas', { 'aria-hidden': 'true' })]
  const stack = h('div', { class: 'stack' }, water, over)
  const close = button('×', () => setting({ section: false }), { class: 'quiet', title: 'Close the section', 'aria-label': 'Close the section' })
  place.replaceChildren(h('div', { class: 'head' }, h('b', {}, 'Section'), field, extent, colours.element, close), stack, note, retry, told)

  let section: Section | null = null
  let range: Range | null = null
  let frame: Frame | null = null
  let at: { column: number; depth: number } | null = null
  let going: AbortController | null = null

  const vehicle = perFrame(() => {
    const { shown } = store.get()
    if (!frame || !section) return
    const column = shown?.depth_m === undefined ? null : nearest(section.lat, section.lon, shown)
    drawVehicle(over, frame, column === null ? -frame.length : (section.distance_m[column] ?? 0), shown?.depth_m ?? 0)
  })

  function tell(): void {
    const { settings, waterTime } = store.get()
    const chosen = settings.sectionField
    if (!section) return text(told, '')
    const sources = section.fields[chosen]?.sources.join(', ') ?? ''
    const idle = `${waterTime === null ? '' : `${utcOf(waterTime)} · `}${sources || 'no source knows this water'} · dashed: planned depth, orange: vehicle`
    if (!at) return text(told, idle)
    const rows = section.fields[chosen]?.values ?? []
    const floor = section.floor_m[at.column] ?? null
    const inside = floor === null || at.depth <= floor
    const value = inside ? valueAt(rows, at.column, between(section.levels_m, at.depth)) : null
    text(told, `${distance(section.distance_m[at.column], settings.units)}, ${depth(at.depth)}: ${inside ? worded(chosen, value) : 'sea floor'} · sea floor ${depth(floor)}`)
  }

  const draw = perFrame(() => {
    const { settings } = store.get()
    const chosen = settings.sectionField
    if (!section || stack.clientWidth < 80) return
    range = rangeOf(chosen, section.fields[chosen]?.values ?? [])
    frame = frameOf(section, stack.clientWidth, stack.clientHeight)
    drawWater(water, frame, section, chosen, range, distanceUnit(settings.units, frame.length))
    colours.show(chosen, range)
    const name = FIELDS.find(([key]) => key === chosen)?.[1] ?? ''
    water.setAttribute('aria-label', `${name} along the route over ${distance(frame.length, settings.units)} down to ${depth(frame.deepest)}; arrow keys read it out`)
    vehicle()
    tell()
  })

  function say(message: string, failed = false): void {
    text(note, message)
    note.hidden = message === ''
    note.classList.toggle('error', failed)
    retry.hidden = !failed
    stack.hidden = message !== ''
    told.hidden = message !== ''
    if (message !== '') colours.element.hidden = true
  }

  async function load(): Promise<void> {
    const { settings, plan, link } = store.get()
    if (!settings.section) return
    going?.abort()
    if (!plan) {
      section = null
      return say(link === 'open' ? 'Plan a mission first: the water along its route is drawn here.' : 'Waiting for the server …')
    }
    const mine = (going = new AbortController())
    if (!section) say('Asking for the water along the route …')
    place.setAttribute('aria-busy', 'true')
    try {
      const deepest = settings.sectionWhole ? undefined : about(Math.max(...plan.waypoints.map((point) => point.depth_m)))
      const found = await api.section(QUANTITIES, askedWater(store.get()), deepest, mine.signal)
      if (mine.signal.aborted) return
      section = found.distance_m.length > 0 ? found : null
      place.dataset['time'] = found.time ?? ''
      say(section ? '' : 'Plan a mission first: the water along its route is drawn here.')
      draw()
    } catch (error) {
      if (mine.signal.aborted) return
      section = null
      say(`The section cannot be read: ${words(error)}.`, true)
    }
    place.removeAttribute('aria-busy')
  }

  const soon = debounce(WAIT_MS, () => void load())
  field.addEventListener('change', () => setting({ sectionField: field.value as SectionField }))
  extent.addEventListener('change', () => setting({ sectionWhole: extent.value === 'whole' }))
  store.watch((s) => s.settings.sectionField, (value) => ((field.value = value), draw()))
  store.watch((s) => s.settings.sectionWhole, (whole) => (extent.value = whole ? 'whole' : 'near'))
  store.watch((s) => [s.plan, s.serial, s.waterTime, s.settings.section, s.settings.sectionWhole, s.link === 'open'], soon)
  store.watch((s) => [s.theme, s.settings.units], draw, true)
  store.watch((s) => s.shown, vehicle, true)
  new ResizeObserver(draw).observe(stack)

  stack.addEventListener('pointermove', (event) => {
    if (!section || !frame) return
    const box = stack.getBoundingClientRect()
    const share = distanceAt(frame, event.clientX - box.left) / frame.length
    const deep = depthAt(frame, event.clientY - box.top)
    const inside = share >= 0 && share <= 1 && deep >= 0 && deep <= frame.deepest
    at = inside ? { column: Math.round(share * (section.distance_m.length - 1)), depth: deep } : null
    tell()
  })
  stack.addEventListener('pointerleave', () => ((at = null), tell()))
  water.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (!step || !section || !frame) return
    event.preventDefault()
    const last = section.distance_m.length - 1
    const { column, depth: deep } = at ?? { column: Math.round(last / 2), depth: 0 }
    at = {
      column: Math.min(Math.max(column + (step[0] ?? 0) * Math.ceil(last / 40), 0), last),
      depth: Math.min(Math.max(deep + ((step[1] ?? 0) * frame.deepest) / 40, 0), frame.deepest),
    }
    tell()
  })
  say('Asking for the water along the route …')
}
