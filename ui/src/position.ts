/** Positions as text: decimal degrees, degrees and minutes, degrees, minutes and seconds; written and read. */

import type { LatLon } from './types.ts'
import { wrapLon } from './units.ts'

export type PositionFormat = 'DD' | 'DDM' | 'DMS'

function part(value: number, format: PositionFormat, letters: string, width: number): string {
  const letter = letters[value < 0 ? 1 : 0] ?? ''
  const size = Math.abs(value)
  if (format === 'DD') return `${size.toFixed(5)}° ${letter}`
  const pad = (n: number, w: number): string => n.toString().padStart(w, '0')
  if (format === 'DDM') {
    const thousandths = Math.round(size * 60_000)
    const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')
    return `${pad(Math.floor(thousandths / 60_000), width)}°${minutes}′ ${letter}`
  }
  const tenths = Math.round(size * 36_000)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return `${pad(Math.floor(tenths / 36_000), width)}°${pad(Math.floor(tenths / 600) % 60, 2)}′${seconds}″ ${letter}`
}

export const latitude = (lat: number, format: PositionFormat): string => part(lat, format, 'NS', 2)
export const longitude = (lon: number, format: PositionFormat): string => part(wrapLon(lon), format, 'EW', 3)

export function position(place: LatLon, format: PositionFormat): string {
  return `${latitude(place.lat, format)}  ${longitude(place.lon, format)}`
}

const ANGLE = /^([+-]?)(\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['′]?\s*)?(?:(\d+(?:\.\d+)?)\s*(?:["″]|'')?\s*)?$/

function readAngle(text: string, letters: string, most: number): number | null {
  let sign = 1
  let body = text.trim().replace(/−/g, '-')
  const letter = body.match(/[NSEW]/i)?.[0]?.toUpperCase()
  if (letter !== undefined) {
    if (!letters.includes(letter)) return null
    if (letter === letters[1]) sign = -1
    body = body.replace(/[NSEW]/i, '').trim()
  }
  const found = ANGLE.exec(body)
  if (!found) return null
  if (found[1] === '-') {
    if (letter !== undefined) return null
    sign = -1
  }
  const minutes = Number(found[3] ?? 0)
  const seconds = Number(found[4] ?? 0)
  if (minutes >= 60 || seconds >= 60) return null
  const value = Number(found[2]) + minutes / 60 + seconds / 3600
  return value <= most ? sign * value : null
}

/** A place from "36.78, -121.95", "36°46.8′ N 121°57.0′ W" and the like; null when it is none. */
export function readPosition(text: string): LatLon | null {
  const halves = split(text)
  if (!halves) return null
  const lat = readAngle(halves[0], 'NS', 90)
  const lon = readAngle(halves[1], 'EW', 360)
  return lat === null || lon === null ? null : { lat, lon: wrapLon(lon) }
}

function split(text: string): [string, string] | null {
  const trimmed = text.trim()
  const comma = trimmed.split(/[,;]/)
  if (comma.length === 2) return [comma[0] ?? '', comma[1] ?? '']
  const lettered = /^(.*?[NS])\s+(.*[EW])$/i.exec(trimmed) ?? /^([NS].*?)\s+([EW].*)$/i.exec(trimmed)
  if (lettered) return [lettered[1] ?? '', lettered[2] ?? '']
  const words = trimmed.split(/\s+/)
  return words.length === 2 ? [words[0] ?? '', words[1] ?? ''] : null
}
