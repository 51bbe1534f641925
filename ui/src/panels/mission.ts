/** What the vehicle is to do: ends, depth, speeds; Plan asks the server. */

import { api, ApiError } from '../api.ts'
import { button, byId, h, section, sentence, text, words } from '../dom.ts'
import { keep } from '../draft.ts'
import { inWords, placeFaultOf } from '../faults.ts'
import { isGiven, nameOf } from '../names.ts'
import { place } from '../pins.ts'
import { position, readPosition } from '../position.ts'
import { goLive } from '../playback.ts'
import { store } from '../state.ts'
import type { LatLon, MissionRequest } from '../types.ts'
import { distanceBetween, wrapLon } from '../units.ts'
import { checkField, numberField, refuseField } from './fields.ts'
import { settleVehicle } from './vehicle.ts'
import { askedWater } from '../water.ts'

const LABELS = {
  cruise_depth_m: 'cruise depth', cruise_speed_m_s: 'cruise speed', descent_rate_m_s: 'descent rate', sample_spacing_m: 'waypoint every',
  clearance_m: 'above sea floor', shore_clearance_m: 'off the coast', max_duration_s: 'ends after', reset_at_waypoints: 'reset integrators',
}

/** Longest run that the server computes [s]. */
const LONGEST_S = 500_000

function endField(end: 'start' | 'goal', label: string): HTMLElement {
  const id = `end-${end}`
  const input = h('input', { type: 'text', id, autocomplete: 'off', spellcheck: 'false', placeholder: 'click on the map', 'aria-describedby': `${id}-error` })
  const error = h('p', { class: 'error', id: `${id}-error` })
  input.addEventListener('change', () => {
    const where = readPosition(input.value)
    input.setAttribute('aria-invalid', String(where === null && input.value !== ''))
    if (where) place(end, where)
    text(error, where || input.value === '' ? '' : 'write a position such as 36.78, -121.95 or 36°46.8′N 121°57.0′W')
  })
  store.watch((s) => [s[end], s.settings.positions], () => {
    const where = store.get()[end]
    input.value = where ? position(where, store.get().settings.positions) : ''
    input.setAttribute('aria-invalid', 'false')
    text(error, '')
  })
  store.watch((s) => s.planError, (message) => {
    const fault = placeFaultOf(message)
    if (message !== '' && fault?.end !== end) return
    text(error, fault?.here ?? '')
    input.setAttribute('aria-invalid', String(fault !== null))
  })
  return h('div', { class: 'field wide' }, h('label', { for: id }, label), h('div', { class: 'entry' }, input), error)
}

export function missionPanel(): HTMLElement {
  const name = h('input', { type: 'text', id: 'mission-name', maxlength: 200, autocomplete: 'off', placeholder: 'place and time' })
  const depth = numberField({ id: 'cruise-depth', label: 'Cruise depth', unit: 'm', value: 50, min: 0, max: 12_000 })
  const cruise = numberField({ id: 'cruise-speed', label: 'Cruise speed', unit: 'm/s', value: 0.8, min: 0.01, max: 20 })
  const descent = numberField({ id: 'descent-rate', label: 'Descent rate', unit: 'm/s', value: 0.15, min: 0.01, max: 10 })
  const spacing = numberField({ id: 'spacing', label: 'Waypoint every', unit: 'm', value: 30, min: 1, max: 5000 })
  const clearance = numberField({ id: 'clearance', label: 'Above sea floor', unit: 'm', value: 5, min: 0, max: 1000 })
  const shore = numberField({ id: 'shore', label: 'Off the coast', unit: 'm', value: 100, min: 0, max: 50_000 })
  const longest = numberField({ id: 'longest', label: 'Ends after', unit: 's', value: NaN, min: 1, max: LONGEST_S, optional: true, placeholder: 'enough', hint: 'Empty: twice what the way should take' })
  const byKey = {
    cruise_depth_m: depth, cruise_speed_m_s: cruise, descent_rate_m_s: descent, sample_spacing_m: spacing,
    clearance_m: clearance, shore_clearance_m: shore, max_duration_s: longest,
  }
  const fields = Object.values(byKey)
  const resets = checkField('resets', 'Reset integrators at waypoints', true, () => undefined)
  const plan = h('button', { type: 'submit', class: 'primary', id: 'plan' }, 'Plan')
  const error = h('p', { class: 'error', role: 'alert', id: 'plan-error' })
  const note = h('p', { class: 'note', role: 'status' })
  const trim = button('Trim it to neutral', () => byId('vehicle-form').dispatchEvent(new Event('trim')), { hidden: true, id: 'trim' })

  const currentDepth = (): void => {
    const value = depth.read()
    if (value !== null) store.set({ cruiseDepth: value })
  }
  depth.onChange(currentDepth)
  // A pin that is moved may lie over deeper water.
  store.watch((s) => s.planError, (message) => {
    const why = placeFaultOf(message)?.depth ?? ''
    if (why !== '' || message === '') depth.refuse(why)
  }, true)

  /** Twice what the straight way should take, for currents and detours. */
  function enough(start: LatLon, goal: LatLon): number {
    const way = distanceBetween(start, goal) / (cruise.read() ?? 0.8) + (2 * (depth.read() ?? 50)) / (descent.read() ?? 0.15)
    return Math.min(LONGEST_S, Math.max(7200, Math.ceil((2 * way) / 600) * 600))
  }

  function request(): MissionRequest | string {
    const { start, goal } = store.get()
    const when = askedWater(store.get())
    if (!start) return 'Click on the map to set the start first.'
    if (!goal) return 'Click on the map to set the goal first.'
    if (!fields.every((field) => field.valid())) return 'Correct the marked numbers first.'
    return {
      start_lat: start.lat, start_lon: start.lon, goal_lat: goal.lat, goal_lon: wrapLon(goal.lon),
      cruise_depth_m: depth.read() ?? 50, cruise_speed_m_s: cruise.read() ?? 0.8, descent_rate_m_s: descent.read() ?? 0.15,
      sample_spacing_m: spacing.read() ?? 30, clearance_m: clearance.read() ?? 5, shore_clearance_m: shore.read() ?? 100,
      max_duration_s: longest.read() ?? enough(start, goal), reset_at_waypoints: resets.input.checked,
      name: name.value.trim() || nameOf(start, new Date()),
      // Where the water depends on time, a mission begins at the one that is shown.
      ...(when === undefined ? {} : { start_time: when }),
    }
  }

  async function send(): Promise<void> {
    const asked = request()
    if (typeof asked === 'string') return store.set({ planning: 'failed', planError: asked })
    store.set({ planning: 'working', planError: '' })
    try {
      const fault = await settleVehicle()
      if (fault !== '') return store.set({ planning: 'failed', planError: fault })
      const answer = await api.mission(asked)
      goLive()
      store.set({ planning: 'idle', plan: answer })
    } catch (failure) {
      const lost = failure instanceof ApiError && failure.status === 0
      const beside = refuseField(words(failure), byKey)
      const reason = beside ? 'Correct the marked number first' : inWords(words(failure), LABELS)
      store.set({ planning: 'failed', planError: lost ? `${reason}. Nothing was changed` : reason })
    }
  }

  function keepDraft(): void {
    const mission: Partial<MissionRequest> = { reset_at_waypoints: resets.input.checked, name: name.value, max_duration_s: longest.read() ?? 0 }
    for (const [key, field] of Object.entries(byKey)) {
      const value = field.read()
      if (value !== null) mission[key as keyof typeof byKey] = value
    }
    keep({ mission })
  }

  const form = h('form', { novalidate: true, 'aria-label': 'Mission' },
    endField('start', 'Start'), endField('goal', 'Goal'),
    h('div', { class: 'pair' }, depth.element, cruise.element, descent.element,
      h('div', { class: 'field' }, h('label', { for: 'mission-name' }, 'Name'), h('div', { class: 'entry' }, name))),
    h('details', { class: 'more' }, h('summary', {}, 'More'),
      h('div', { class: 'pair' }, spacing.element, clearance.element, shore.element, longest.element), resets.element),
    h('div', { class: 'row' }, plan), error, note, trim)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })

  store.watch((s) => [s.planning, s.planError, s.start, s.goal, s.plan], () => {
    const { planning, planError, start, goal, plan: made } = store.get()
    plan.disabled = planning === 'working'
    text(plan, planning === 'working' ? 'Planning …' : 'Plan')
    text(error, planning === 'failed' ? `${sentence(planError).replace(/\.$/, '')}.` : '')
    const warnings = made?.warnings ?? []
    const ready = goal || planning === 'failed' ? '' : start ? 'Now click the goal on the map.' : 'Click on the map to set the start.'
    trim.hidden = !warnings.some((warning) => warning.includes('neutral'))
    text(note, ready || warnings.map((warning) => `${sentence(warning).replace(/\.$/, '')}.`).join(' '))
  })

  form.addEventListener('input', keepDraft)
  form.addEventListener('keep', keepDraft)

  /** Fill the form from what the session was last asked for. */
  form.addEventListener('fill', (event) => {
    const mission = (event as CustomEvent<Partial<MissionRequest>>).detail
    const into: [(value: number) => void, number | undefined][] = [
      [depth.write, mission.cruise_depth_m], [cruise.write, mission.cruise_speed_m_s], [descent.write, mission.descent_rate_m_s],
      [spacing.write, mission.sample_spacing_m], [clearance.write, mission.clearance_m], [shore.write, mission.shore_clearance_m],
    ]
    for (const [write, value] of into) if (typeof value === 'number') write(value)
    const { start_lat, start_lon, goal_lat, goal_lon, max_duration_s } = mission
    if (max_duration_s !== undefined) {
      const placed = start_lat !== undefined && start_lon !== undefined && goal_lat !== undefined && goal_lon !== undefined
      const unasked = placed ? enough({ lat: start_lat, lon: start_lon }, { lat: goal_lat, lon: goal_lon }) : 0
      longest.write(max_duration_s === unasked || max_duration_s === 0 ? NaN : max_duration_s)
    }
    if (mission.reset_at_waypoints !== undefined) resets.input.checked = mission.reset_at_waypoints
    if (mission.name !== undefined) name.value = isGiven(mission.name) ? '' : mission.name
    currentDepth()
    keepDraft()
  })
  form.id = 'mission-form'
  return section('Mission', true, form)
}
