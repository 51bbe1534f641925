/** Number fields with unit, range and an error beside them. */

import { h, text } from '../dom.ts'
import { faultOf } from '../faults.ts'
import { store } from '../state.ts'
import { KNOT_M_S } from '../units.ts'

export interface FieldOptions {
  id: string
  label: string
  /** SI unit; a speed shows as knots when the page is nautical. */
  unit: string
  value: number
  min: number
  max: number
  /** Whether no number at all is fine. */
  optional?: boolean
  hint?: string
  placeholder?: string
}

export interface NumberField {
  element: HTMLElement
  /** SI value; null when empty or wrong, and the reason then stands beside the field. */
  read(): number | null
  write(value: number): void
  valid(): boolean
  /** Show what the server has against the number, until it is changed; an empty reason takes it back. */
  refuse(reason: string): void
  onChange(listener: () => void): void
}

const short = (value: number): string => String(Number(value.toPrecision(4)))

export function numberField(options: FieldOptions): NumberField {
  const input = h('input', { type: 'text', inputmode: 'decimal', id: options.id, autocomplete: 'off', 'aria-describedby': `${options.id}-error` })
  const unit = h('span', { class: 'unit' })
  const error = h('p', { class: 'error', id: `${options.id}-error` })
  if (options.hint) input.title = options.hint
  if (options.placeholder) input.placeholder = options.placeholder
  const listeners: (() => void)[] = []
  const factor = (): number => (options.unit === 'm/s' && store.get().settings.units === 'nautical' ? KNOT_M_S : 1)
  const unitName = (): string => (factor() === 1 ? options.unit : 'kn')
  let si: number | null = options.value
  let refused = ''

  function fault(): string {
    if (input.value.trim() === '') return options.optional ? refused : 'needs a number'
    if (si === null) return 'is not a number'
    if (refused !== '') return refused
    const low = options.min / factor()
    const high = options.max / factor()
    // A bound that is typed in as it is shown must pass.
    const shown = si / factor()
    return shown < low * 0.9995 || shown > high * 1.0005 ? `must be ${short(low)} to ${short(high)} ${unitName()}` : ''
  }

  function show(): void {
    const message = fault()
    text(error, message)
    input.setAttribute('aria-invalid', String(message !== ''))
  }

  function render(): void {
    input.value = si === null || Number.isNaN(si) ? '' : short(si / factor())
    text(unit, unitName())
    show()
  }

  input.addEventListener('input', () => {
    refused = ''
    const typed = input.value.trim().replace(',', '.')
    const number = Number(typed)
    si = typed === '' || !Number.isFinite(number) ? null : number * factor()
    show()
    for (const listener of listeners) listener()
  })
  if (Number.isNaN(options.value)) si = null
  store.watch((s) => s.settings.units, () => si !== null && render(), true)
  render()

  return {
    element: h('div', { class: 'field' }, h('label', { for: options.id }, options.label), h('div', { class: 'entry' }, input, unit), error),
    read: () => (fault() === '' ? si : null),
    write(value) {
      refused = ''
      si = Number.isNaN(value) ? null : value
      render()
    },
    valid: () => fault() === '',
    refuse(reason) {
      if (refused === reason) return
      refused = reason
      show()
      if (reason === '') return
      for (let box = input.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
      input.focus()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Put a refusal of the server beside the field that it is about; false when it is about none. */
export function refuseField(message: string, fields: Readonly<Record<string, NumberField>>): boolean {
  const fault = faultOf(message)
  const field = fault ? fields[fault.key] : undefined
  field?.refuse(fault?.wanted ?? message)
  return field !== undefined
}

export function checkField(id: string, label: string, checked: boolean, change: (on: boolean) => void, hint = ''): { element: HTMLElement; input: HTMLInputElement } {
  const input = h('input', { type: 'checkbox', id, checked })
  input.addEventListener('change', () => change(input.checked))
  const element = h('label', { class: 'check', for: id, title: hint || undefined }, input, label)
  return { element, input }
}
