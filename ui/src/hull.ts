/** What tells one vehicle from another, and what the server makes of its numbers. Pure functions. */

import { quantity } from './format.ts'
import type { RunItem, Vehicle } from './types.ts'

const MARGIN = 1.005

/** What people typed in, as they would write it. */
const typed = (value: number): string => String(Number(value.toPrecision(3)))

/** A hull too small to carry its mass is given the volume that does; nothing when its sizes are enough. */
export function grownHull({ length_m, radius_m, mass_kg, volume_m3 }: Vehicle): string {
  if (length_m === undefined || radius_m === undefined) return ''
  const sized = Math.PI * radius_m ** 2 * length_m
  if (volume_m3 <= sized * MARGIN) return ''
  return `Length and radius alone make ${quantity(sized * 1000, 'L')}: the hull is taken as large as ${typed(mass_kg)} kg need to float.`
}

/** "1.6 × 0.2 m, 40 kg trimmed, 40 Ah · 20 m deep at 0.8 m/s"; runs of earlier versions say nothing. */
export function madeBy({ vehicle, cruise_depth_m, cruise_speed_m_s }: RunItem, speed: (value: number) => string): string {
  const parts: string[] = []
  if (vehicle) {
    const { model, length_m, radius_m, mass_kg, ballast, battery } = vehicle
    const hull = model === 'torpedo' ? `${typed(length_m)} × ${typed(2 * radius_m)} m, ${typed(mass_kg)} kg` : model
    parts.push([`${hull}${ballast === 'neutral' ? ' trimmed' : ''}`, typeof battery === 'number' ? `${typed(battery)} Ah` : `${battery} battery`].join(', '))
  }
  if (cruise_depth_m !== undefined && cruise_speed_m_s !== undefined) parts.push(`${typed(cruise_depth_m)} m deep at ${speed(cruise_speed_m_s)}`)
  return parts.join(' · ')
}
