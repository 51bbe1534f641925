/** Paints a section on a canvas: colours, sea floor, planned depths, vehicle. */

import type { Unit } from '../units.ts'
import { between, COLOURS, ramp, type Range, roundTicks, valueAt } from './scale.ts'
import type { Section, SectionField } from '../water_types.ts'

/** Pixels left of and below the picture, for the numbers. */
const LEFT = 46
const BELOW = 20
const ABOVE = 6
const RIGHT = 10

export interface Frame {
  width: number
  height: number
  /** Distance at the right edge [m] and depth at the lower one [m]. */
  length: number
  deepest: number
}

export const frameOf = ({ distance_m, levels_m }: Section, width: number, height: number): Frame =>
  ({ width, height, length: Math.max(distance_m.at(-1) ?? 1, 1), deepest: Math.max(levels_m.at(-1) ?? 1, 1) })

export const xOf = (f: Frame, distance: number): number => LEFT + (f.width - LEFT - RIGHT) * (distance / f.length)
export const yOf = (f: Frame, depth: number): number => ABOVE + (f.height - ABOVE - BELOW) * (depth / f.deepest)
export const distanceAt = (f: Frame, x: number): number => ((x - LEFT) / (f.width - LEFT - RIGHT)) * f.length
export const depthAt = (f: Frame, y: number): number => ((y - ABOVE) / (f.height - ABOVE - BELOW)) * f.deepest

/** Colours of the water, a pixel each column of the route and each row of the screen; clear where there is none. */
function picture(section: Section, field: SectionField, range: Range, height: number): HTMLCanvasElement {
  const rows = section.fields[field]?.values ?? []
  const columns = section.distance_m.length
  const image = new ImageData(columns, height)
  const colours = ramp(COLOURS[field])
  const deepest = section.levels_m.at(-1) ?? 1
  for (let y = 0; y < height; y++) {
    const place = between(section.levels_m, ((y + 0.5) / height) * deepest)
    for (let x = 0; x < columns; x++) {
      const value = valueAt(rows, x, place)
      if (value === null) continue
      const at = 3 * Math.round(255 * Math.min(Math.max((value - range.low) / (range.high - range.low), 0), 1))
      const to = 4 * (y * columns + x)
      for (let c = 0; c < 3; c++) image.data[to + c] = colours[at + c] ?? 0
      image.data[to + 3] = 255
    }
  }
  const canvas = document.createElement('canvas')
  canvas.width = columns
  canvas.height = height
  canvas.getContext('2d')?.putImageData(image, 0, 0)
  return canvas
}

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function axes(pen: CanvasRenderingContext2D, f: Frame, unit: Unit): void {
  pen.fillStyle = css('--text-quiet')
  pen.strokeStyle = css('--grid')
  pen.lineWidth = 1
  pen.font = '11px system-ui, sans-serif'
  pen.textAlign = 'right'
  pen.textBaseline = 'middle'
  for (const depth of roundTicks(f.deepest, (f.height - ABOVE - BELOW) / 34)) pen.fillText(String(depth), LEFT - 6, yOf(f, depth))
  pen.textAlign = 'left'
  pen.textBaseline = 'top'
  pen.fillText('m', 2, ABOVE)
  pen.textAlign = 'right'
  pen.fillText(unit.name, f.width - 2, f.height - BELOW + 5)
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  for (const distance of roundTicks(f.length / unit.si, (f.width - LEFT - RIGHT) / 80)) {
    const x = xOf(f, distance * unit.si)
    if (x < f.width - RIGHT - 30) pen.fillText(String(Number(distance.toPrecision(3))), x, f.height - BELOW + 5)
  }
}

function floor(pen: CanvasRenderingContext2D, f: Frame, section: Section): void {
  const bottom = f.height - BELOW
  pen.beginPath()
  pen.moveTo(xOf(f, 0), bottom)
  section.floor_m.forEach((depth, i) => pen.lineTo(xOf(f, section.distance_m[i] ?? 0), Math.min(yOf(f, depth ?? f.deepest), bottom)))
  pen.lineTo(xOf(f, f.length), bottom)
  pen.closePath()
  pen.fillStyle = css('--sea-floor')
  pen.fill()
  pen.strokeStyle = css('--floor')
  pen.lineWidth = 1.2
  pen.stroke()
}

function line(pen: CanvasRenderingContext2D, colour: string, width: number, dash: number[], points: [number, number][]): void {
  pen.setLineDash(dash)
  pen.lineWidth = width
  pen.strokeStyle = colour
  pen.lineJoin = 'round'
  pen.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)))
  pen.stroke()
  pen.setLineDash([])
}

/** Colours, floor and planned depths; what moves lies over them. Distances are in `unit`. */
export function drawWater(canvas: HTMLCanvasElement, f: Frame, section: Section, field: SectionField, range: Range | null, unit: Unit): void {
  const pen = fresh(canvas, f)
  if (!pen) return
  const [x, y] = [xOf(f, 0), yOf(f, 0)]
  const [w, d] = [xOf(f, f.length) - x, yOf(f, f.deepest) - y]
  if (range) pen.drawImage(picture(section, field, range, Math.max(Math.round(d), 2)), x, y, w, d)
  floor(pen, f, section)
  axes(pen, f, unit)
  if (!section.plan) return
  pen.save()
  pen.beginPath()
  pen.rect(x, y, w, d)
  pen.clip()
  const points = section.plan.distance_m.map((at, i): [number, number] => [xOf(f, at), yOf(f, section.plan?.depth_m[i] ?? 0)])
  line(pen, '#04121f', 4, [], points)
  line(pen, '#2fd4f5', 2, [7, 4], points)
  pen.restore()
}

/** The vehicle, and a line through it. */
export function drawVehicle(canvas: HTMLCanvasElement, f: Frame, distance: number, depth: number): void {
  const pen = fresh(canvas, f)
  if (!pen) return
  const [x, y] = [xOf(f, distance), yOf(f, Math.min(Math.max(depth, 0), f.deepest))]
  line(pen, 'rgba(4, 18, 31, 0.6)', 3, [], [[x, ABOVE], [x, f.height - BELOW]])
  line(pen, '#ff9a3c', 1.2, [], [[x, ABOVE], [x, f.height - BELOW]])
  pen.beginPath()
  pen.arc(x, y, 5, 0, 2 * Math.PI)
  pen.fillStyle = '#ff9a3c'
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = '#ffffff'
  pen.stroke()
}

export function fresh(canvas: HTMLCanvasElement, { width, height }: Frame): CanvasRenderingContext2D | null {
  const ratio = devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const pen = canvas.getContext('2d')
  pen?.scale(ratio, ratio)
  return pen
}
