/** The vehicle's numbers; Apply tells its volume and how much it floats. */

import { api } from '../api.ts'
import { h, section, sentence, text, words } from '../dom.ts'
import { quantity, signedPercent, speed } from '../format.ts'
import { store } from '../state.ts'
import type { Vehicle, VehicleRequest } from '../types.ts'
import { checkField, numberField } from './fields.ts'

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

export function vehiclePanel(): HTMLElement {
  const length = numberField({ id: 'length', label: 'Length', unit: 'm', value: 1, min: 0.2, max: 6 })
  const radius = numberField({ id: 'radius', label: 'Radius', unit: 'm', value: 0.1, min: 0.03, max: 0.5 })
  const mass = numberField({ id: 'mass', label: 'Mass', unit: 'kg', value: 25, min: 2, max: 800 })
  const battery = numberField({
    id: 'battery', label: 'Battery', unit: 'Ah', value: 40, min: 0.001, max: 1e7, optional: true, hint: 'Empty for one that never runs down',
  })
  const neutral = checkField('neutral', 'Trim to neutral buoyancy', false, () => undefined, 'Weight is added or taken until it neither rises nor sinks')
  const fields = [length, radius, mass, battery]
  const apply = h('button', { type: 'submit', id: 'apply-vehicle' }, 'Apply')
  const result = h('p', { class: 'result', id: 'vehicle-result', role: 'status' })
  const more = h('p', { class: 'quiet' })
  const error = h('p', { class: 'error', role: 'alert' })

  async function send(): Promise<void> {
    if (!fields.every((field) => field.valid())) {
      text(error, 'Correct the marked numbers first.')
      return
    }
    const request: VehicleRequest = {
      length_m: length.read() ?? 1,
      radius_m: radius.read() ?? 0.1,
      mass_kg: mass.read() ?? 25,
      ballast: neutral.input.checked ? 'neutral' : 'none',
      battery: battery.read() ?? 'unlimited',
    }
    text(error, '')
    apply.disabled = true
    text(apply, 'Applying …')
    try {
      store.set({ vehicle: await api.setVehicle(request) })
    } catch (failure) {
      text(error, `${sentence(words(failure))}.`)
    } finally {
      apply.disabled = false
      text(apply, 'Apply')
    }
  }

  function show(vehicle: Vehicle | null): void {
    if (!vehicle) {
      text(result, 'Waiting for the vehicle …')
      return
    }
    text(result, describe(vehicle))
    text(more, limits(vehicle))
    if (vehicle.length_m !== undefined) length.write(vehicle.length_m)
    if (vehicle.radius_m !== undefined) radius.write(vehicle.radius_m)
    mass.write(vehicle.mass_kg)
    if (vehicle.ballast !== undefined) neutral.input.checked = vehicle.ballast === 'neutral'
    const capacity = typeof vehicle.battery === 'object' ? vehicle.battery?.capacity_Ah : vehicle.battery
    if (capacity !== undefined) battery.write(typeof capacity === 'number' ? capacity : NaN)
  }

  const form = h('form', { novalidate: true, 'aria-label': 'Vehicle' },
    h('div', { class: 'pair' }, length.element, radius.element, mass.element, battery.element),
    neutral.element, h('div', { class: 'row' }, apply), error, result, more)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  form.id = 'vehicle-form'
  form.addEventListener('trim', () => {
    neutral.input.checked = true
    void send()
  })
  store.watch((s) => s.vehicle, show)
  store.watch((s) => s.settings.units, () => show(store.get().vehicle), true)
  return section('Vehicle', true, form)
}
