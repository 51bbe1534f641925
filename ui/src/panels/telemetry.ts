/** Rows of numbers at the moment that is shown. */

import { h, section, text } from '../dom.ts'
import { angle, clock, compass, depth, distance, energy, isNumber, NOTHING, percent, quantity, speed } from '../format.ts'
import { position } from '../position.ts'
import { type Shown, store } from '../state.ts'
import { courseOf } from '../units.ts'

type Write = (shown: Shown) => string

const units = (): 'SI' | 'nautical' => store.get().settings.units

function overFloor(s: Shown): string {
  return isNumber(s.sea_floor_depth_m) && isNumber(s.depth_m) ? depth(s.sea_floor_depth_m - s.depth_m) : NOTHING
}

function current(s: Shown): string {
  const { current_east_m_s: east, current_north_m_s: north } = s
  if (!isNumber(east) || !isNumber(north)) return NOTHING
  return `${speed(Math.hypot(east, north), units())} ${compass(courseOf(east, north))}`
}

const heading = (s: Shown): string => compass(s.compass_deg ?? (isNumber(s.heading_deg) ? 90 - s.heading_deg : null))
const pitch = (s: Shown): string => angle(s.pitch_up_deg ?? (isNumber(s.pitch_deg) ? -s.pitch_deg : null))

const ROWS: [string, string, Write][] = [
  ['time', 'Mission time', (s) => clock(s.t)],
  ['position', 'Position', (s) => position(s, store.get().settings.positions)],
  ['depth', 'Depth', (s) => depth(s.depth_m)],
  ['floor', 'Above sea floor', overFloor],
  ['speed', 'Speed', (s) => speed(s.speed_m_s, units())],
  ['water-speed', 'Speed through water', (s) => speed(s.speed_through_water_m_s, units())],
  ['heading', 'Heading', heading],
  ['pitch', 'Pitch up, roll', (s) => `${pitch(s)}  ${angle(s.roll_deg)}`],
  ['current', 'Current, setting to', current],
  ['waypoint', 'Waypoint', (s) => (isNumber(s.wp) && isNumber(s.wp_total) ? `${s.wp} of ${s.wp_total}` : NOTHING)],
  ['charge', 'Charge', (s) => percent(s.soc)],
  ['battery', 'Battery', (s) => `${quantity(s.voltage_V, 'V')}  ${quantity(s.current_A, 'A')}`],
  ['power', 'Power', (s) => quantity(s.power_W, 'W')],
  ['energy', 'Energy used', (s) => energy(s.energy_J)],
  ['distance', 'Distance', (s) => distance(s.distance_m, units())],
]

export function telemetryPanel(): HTMLElement {
  const rows = ROWS.map(([id, label, write]) => {
    const value = h('dd', { id: `tele-${id}` }, NOTHING)
    return { element: h('div', {}, h('dt', {}, label), value), value, write }
  })
  const empty = h('p', { class: 'empty' }, 'No mission yet. Click start and goal on the map, then Plan.')
  const list = h('dl', { class: 'rows' }, ...rows.map((row) => row.element))
  store.watch((s) => [s.shown, s.settings, s.snapshot === null], () => {
    const { shown, snapshot } = store.get()
    text(empty, snapshot ? 'No mission yet. Click start and goal on the map, then Plan.' : 'Waiting for the server …')
    empty.hidden = shown !== null
    list.classList.toggle('dim', shown === null)
    for (const { value, write } of rows) text(value, shown ? write(shown) : NOTHING)
  })
  return section('Telemetry', true, empty, list)
}
