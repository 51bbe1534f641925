/** Scales of the colours with their numbers, where the colours are. */

import { h, text } from '../dom.ts'
import { digits } from '../format.ts'
import type { UnitSystem } from '../units.ts'
import { speedUnit } from '../units.ts'
import { ARROW_COLOURS } from './arrow.ts'
import { type DepthRange, ticks, WHOLE } from './depth_range.ts'
import { CURRENT_SCALE, DEEP } from './palette.ts'

function tick(share: number, label: string): HTMLElement {
  const mark = h('span', {}, label)
  mark.style.left = `${100 * share}%`
  if (share === 0) mark.className = 'first'
  if (share === 1) mark.className = 'last'
  return mark
}

function scale(name: string, kind: string): { element: HTMLElement; bar: HTMLElement; marks: HTMLElement; unit: HTMLElement; title: HTMLElement } {
  const title = h('span', {}, name)
  const bar = h('div', { class: 'scale' })
  const marks = h('div', { class: 'ticks' })
  const unit = h('span', { class: 'unit' })
  const element = h('div', { class: `legend ${kind}`, role: 'img' }, title, h('div', {}, bar, marks), unit)
  return { element, bar, marks, unit, title }
}

export function depthLegend(): { element: HTMLElement; show: (range: DepthRange) => void } {
  const { element, bar, marks, unit } = scale('Depth', 'depths')
  bar.style.background = `linear-gradient(to right, ${DEEP.join(',')})`
  text(unit, 'm')
  const show = (range: DepthRange): void => {
    marks.replaceChildren(...ticks(range).map(({ depth, share }) => tick(share, String(depth))))
    element.setAttribute('aria-label', `Depth from ${range.min} to ${range.max} metres, light is shallow`)
  }
  show(WHOLE)
  return { element, show }
}

export function currentLegend(): { element: HTMLElement; show: (units: UnitSystem, depth: string, when: string) => void } {
  const { element, bar, marks, unit, title } = scale('Current', 'currents')
  const stops = ARROW_COLOURS.flatMap((c, i) => [`${c} ${(100 * i) / ARROW_COLOURS.length}%`, `${c} ${(100 * (i + 1)) / ARROW_COLOURS.length}%`])
  bar.style.background = `linear-gradient(to right, ${stops.join(',')})`
  const show = (units: UnitSystem, depth: string, when: string): void => {
    const { name, si } = speedUnit(units)
    text(unit, name)
    title.replaceChildren(h('span', {}, `Current at ${depth}`), ...(when ? [h('span', { class: 'when' }, when)] : []))
    marks.replaceChildren(...[0, 0.5, 1].map((share) => tick(share, digits((CURRENT_SCALE * share) / si) + (share === 1 ? '+' : ''))))
    element.setAttribute('aria-label', `Current at ${depth}${when && `, ${when},`} from 0 to ${digits(CURRENT_SCALE / si)} ${name}, dark is fast`)
  }
  return { element, show }
}
