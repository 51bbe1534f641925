/** The vehicle's numbers; Apply tells its volume and how much it floats. */

import { api } from '../api.ts'
import { h, section, sentence, text, words } from '../dom.ts'
import { quantity, signedPercent, speed } from '../format.ts'
import { keep } from '../draft.ts'
import { grownHull } from '../hull.ts'
import { store } from '../state.ts'
import type { Vehicle, VehicleRequest } from '../types.ts'
import { checkField, numberField, refuseField } from './fields.ts'

const RHO = 1025

function describe(vehicle: Vehicle): string {
  const buoyancy = vehicle.buoyancy_percent ?? ((RHO * vehicle.volume_m3) / vehicle.mass_kg - 1) * 100
  const force = vehicle.net_buoyancy_N
  return `${quantity(vehicle.volume_m3 * 1000, 'L')} · net buoyancy ${signedPercent(Math.abs(buoyancy) < 0.05 ? 0 : buoyancy)}` +
    (force != null && Math.abs(force) >= 0.005 ? ` (${quantity(force, 'N')})` : '')
}

function limits(vehicle: Vehicle): string {
  const { units } = store.get().settings
  const parts: string[] = []
  if (vehicle.top_speed_m_s != null) parts.push(`top speed ${speed(vehicle.top_speed_m_s, units)}`)
  if (vehicle.top_descent_m_s != null) parts.push(`top descent ${speed(vehicle.top_descent_m_s, units)}`)
  return parts.join(' · ')
}

let settle = async (_always: boolean): Promise<string> => ''

/** Send the vehicle that the form shows when the server has another one; what is wrong, nothing when all is well. */
export const settleVehicle = (): Promise<string> => settle(false)

/** Send the vehicle that the form shows; what is wrong, nothing when all is well. */
export const sendVehicle = (): Promise<string> => settle(true)

export function vehiclePanel(): HTMLElement {
  const length = numberField({ id: 'length', label: 'Length', unit: 'm', value: 1, min: 0.2, max: 6 })
  const radius = numberField({ id: 'radius', label: 'Radius', unit: 'm', value: 0.1, min: 0.03, max: 0.5 })
  const mass = numberField({ id: 'mass', label: 'Mass', unit: 'kg', value: 25, min: 2, max: 800 })
  const battery = numberField({
    id: 'battery', label: 'Battery', unit: 'Ah', value: 40, min: 0.001, max: 1e7, optional: true, hint: 'Empty for one that never runs down',
  })
  const neutral = checkField('neutral', 'Trim to neutral buoyancy', true, () => undefined, 'Weight is added or taken until it neither rises nor sinks')
  const byKey = { length_m: length, radius_m: radius, mass_kg: mass, battery }
  const fields = Object.values(byKey)
  const apply = h('button', { type: 'submit', id: 'apply-vehicle' }, 'Apply')
  const result = h('p', { class: 'result', id: 'vehicle-result', role: 'status' })
  const more = h('p', { class: 'quiet' })
  const grown = h('p', { class: 'note', id: 'vehicle-grown', role: 'status' })
  const error = h('p', { class: 'error', role: 'alert' })

  /** Whether the form shows another vehicle than the server has. */
  let changed = false
  let sending: Promise<string> = Promise.resolve('')

  const shown = (): VehicleRequest => ({
    length_m: length.read() ?? 1,
    radius_m: radius.read() ?? 0.1,
    mass_kg: mass.read() ?? 25,
    ballast: neutral.input.checked ? 'neutral' : 'none',
    battery: battery.read() ?? 'unlimited',
  })

  async function post(): Promise<string> {
    changed = true
    if (!fields.every((field) => field.valid())) return 'Correct the marked numbers of the vehicle first'
    apply.disabled = true
    text(apply, 'Applying …')
    try {
      const vehicle = await api.setVehicle(shown())
      changed = false
      store.set({ vehicle })
      return ''
    } catch (failure) {
      return refuseField(words(failure), byKey) ? 'Correct the marked number of the vehicle first' : sentence(words(failure))
    } finally {
      apply.disabled = false
      text(apply, 'Apply')
    }
  }

  async function send(): Promise<string> {
    sending = post()
    const fault = await sending
    text(error, fault && `${fault}.`)
    return fault
  }

  settle = async (always) => {
    await sending
    return always || changed ? send() : ''
  }

  function show(vehicle: Vehicle | null): void {
    if (!vehicle) {
      text(result, 'Waiting for the vehicle …')
      return
    }
    text(result, describe(vehicle))
    text(more, limits(vehicle))
    text(grown, grownHull(vehicle))
    if (!changed) fill(vehicle)
  }

  function fill({ length_m, radius_m, mass_kg, ballast, battery: cell }: Partial<Vehicle>): void {
    if (length_m !== undefined) length.write(length_m)
    if (radius_m !== undefined) radius.write(radius_m)
    if (mass_kg !== undefined) mass.write(mass_kg)
    if (ballast !== undefined) neutral.input.checked = ballast === 'neutral'
    const capacity = typeof cell === 'object' ? cell?.capacity_Ah : cell
    if (capacity !== undefined) battery.write(typeof capacity === 'number' ? capacity : NaN)
    keepDraft()
  }

  function keepDraft(): void {
    if (fields.every((field) => field.valid())) keep({ vehicle: shown() })
  }

  const form = h('form', { novalidate: true, 'aria-label': 'Vehicle' },
    h('div', { class: 'pair' }, length.element, radius.element, mass.element, battery.element),
    neutral.element, h('div', { class: 'row' }, apply), error, result, grown, more)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  form.id = 'vehicle-form'
  form.addEventListener('input', () => {
    changed = true
    keepDraft()
  })
  form.addEventListener('keep', keepDraft)
  form.addEventListener('forget', () => (changed = false))
  form.addEventListener('hold', () => (changed = true))
  form.addEventListener('fill', (event) => {
    const wanted = (event as CustomEvent<VehicleRequest>).detail
    const before = JSON.stringify(shown())
    fill(wanted)
    changed ||= JSON.stringify(shown()) !== before
  })
  form.addEventListener('trim', () => {
    neutral.input.checked = true
    void send()
  })
  store.watch((s) => [s.vehicle, s.settings.units], () => show(store.get().vehicle))
  return section('Vehicle', true, form)
}
