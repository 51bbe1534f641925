/** Numbers for people: three significant digits, unit always there, a dash for what is not known. */

import { type UnitSystem, distanceUnit, energyUnit, speedUnit, wrap360 } from './units.ts'

export const NOTHING = '–'
const THIN = '\u202f'
const MINUS = '\u2212'

type Maybe = number | null | undefined

export function isNumber(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Three significant digits without exponent; whole numbers from 1000 on stay whole. */
export function digits(value: number): string {
  if (value === 0 || Math.abs(value) < 1e-9) return '0'
  const size = Math.abs(value)
  const rounded = Number(size.toPrecision(3))
  const text = rounded >= 1000 ? Math.round(size).toString() : decimals(size)
  const grouped = text.length > 4 && !text.includes('.') ? text.replace(/\B(?=(\d{3})+$)/g, THIN) : text
  return (value < 0 ? MINUS : '') + grouped
}

function decimals(size: number): string {
  if (size < 0.005) return size < 0.0005 ? '0' : size.toFixed(3)
  return Number(size.toPrecision(3)) >= 100 ? size.toFixed(0) : Number(size.toPrecision(3)) >= 10 ? size.toFixed(1) : size.toFixed(2)
}

export function quantity(value: Maybe, unit: string): string {
  return isNumber(value) ? `${digits(value)}${THIN}${unit}` : NOTHING
}

export const speed = (value: Maybe, system: UnitSystem): string => {
  const unit = speedUnit(system)
  return isNumber(value) ? quantity(value / unit.si, unit.name) : NOTHING
}

export const distance = (value: Maybe, system: UnitSystem): string => {
  if (!isNumber(value)) return NOTHING
  const unit = distanceUnit(system, value)
  return quantity(value / unit.si, unit.name)
}

export const energy = (value: Maybe): string => {
  if (!isNumber(value)) return NOTHING
  const unit = energyUnit(value)
  return quantity(value / unit.si, unit.name)
}

/** Always in Wh, so that numbers side by side can be compared. */
export const wattHours = (joules: Maybe): string => (isNumber(joules) ? quantity(joules / 3600, 'Wh') : NOTHING)

export const depth = (value: Maybe): string =>
  isNumber(value) ? `${Math.abs(value) < 100 ? fixed(value, 1) : digits(value)}${THIN}m` : NOTHING

/** Fixed decimals: what changes in place thirty times a second must not change its width. */
export function fixed(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places)
  return (value < 0 && Number(text) !== 0 ? MINUS : '') + text
}

export const percent = (fraction: Maybe, places = 1): string =>
  isNumber(fraction) ? `${fixed(fraction * 100, places)}${THIN}%` : NOTHING

export const signedPercent = (value: Maybe): string => {
  if (!isNumber(value)) return NOTHING
  const text = fixed(value, Math.abs(value) < 10 ? 1 : 0)
  return `${value > 0 && Number(text) !== 0 ? '+' : ''}${text}${THIN}%`
}

/** Three figures and the degree sign, as on a compass: 007°, never 360°. */
export const compass = (deg: Maybe): string =>
  isNumber(deg) ? `${(Math.round(wrap360(deg)) % 360).toString().padStart(3, '0')}°` : NOTHING

export const angle = (deg: Maybe): string => (isNumber(deg) ? `${fixed(deg, 1)}°` : NOTHING)

/** 1:02:03, or 2:03 below an hour. */
export function clock(seconds: Maybe): string {
  if (!isNumber(seconds)) return NOTHING
  const whole = Math.max(0, Math.floor(seconds + 1e-6))
  const h = Math.floor(whole / 3600)
  const m = Math.floor((whole % 3600) / 60)
  const s = (whole % 60).toString().padStart(2, '0')
  return h > 0 ? `${h}:${m.toString().padStart(2, '0')}:${s}` : `${m}:${s}`
}

export function bytes(count: Maybe): string {
  if (!isNumber(count)) return NOTHING
  return count < 1e6 ? quantity(count / 1e3, 'kB') : quantity(count / 1e6, 'MB')
}

export function when(created: string | number | null | undefined): string {
  if (created === null || created === undefined) return NOTHING
  const date = new Date(typeof created === 'number' ? created * 1000 : created)
  if (Number.isNaN(date.getTime())) return String(created)
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
