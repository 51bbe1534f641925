/** What lies under the cursor, and the scales of the colours. */

import type { Map, MapMouseEvent } from 'maplibre-gl'

import { api } from '../api.ts'
import { byId, debounce, h, text } from '../dom.ts'
import { compass, depth, fixed, NOTHING, speed } from '../format.ts'
import { position } from '../position.ts'
import { store } from '../state.ts'
import type { LatLon, PointInfo } from '../types.ts'
import { courseOf, wrapLon } from '../units.ts'
import { utcOf } from '../utc.ts'
import { askedWater, overlayDepth } from '../water.ts'
import type { DepthRange } from './depth_range.ts'
import { currentLegend, depthLegend } from './legend.ts'

function describe(info: PointInfo): string {
  if (info.land) return 'land'
  const state = store.get()
  const { settings } = state
  const floor = info.sea_floor_depth_m
  const east = info.current_east_m_s
  const north = info.current_north_m_s
  const current =
    east == null || north == null ? NOTHING : `${speed(Math.hypot(east, north), settings.units)} to ${compass(courseOf(east, north))}`
  const water = info.temperature_degC == null ? '' : ` · ${fixed(info.temperature_degC, 1)} °C${info.salinity == null ? '' : `, salinity ${fixed(info.salinity, 1)}`}`
  return `sea floor ${depth(floor)} · current at ${depth(overlayDepth(state))} ${current}${water}`
}

/** Whether there is a pointer that can point without touching. */
const HOVERS = matchMedia('(any-hover: hover)').matches

/** Returns what writes another range beside the depth colours. */
export function showReadout(map: Map): (range: DepthRange) => void {
  const where = h('span', { class: 'where' }, `${HOVERS ? 'Move over' : 'Tap'} the map to read position, depth and current`)
  const what = h('span', { class: 'what' })
  const depths = depthLegend()
  const flow = currentLegend()
  byId('map-info').replaceChildren(h('div', { class: 'readout' }, where, what), h('div', { class: 'legends' }, flow.element, depths.element))

  let at: LatLon | null = null
  let going: AbortController | null = null
  const ask = debounce(120, () => {
    if (!at) return
    going?.abort()
    going = new AbortController()
    const state = store.get()
    api.point(at.lat, wrapLon(at.lon), overlayDepth(state), askedWater(state), going.signal).then(
      (info) => text(what, describe(info)),
      () => undefined,
    )
  })
  const write = (): void => {
    if (at) text(where, position(at, store.get().settings.positions))
  }
  const look = (event: MapMouseEvent): void => {
    at = { lat: event.lngLat.lat, lon: event.lngLat.lng }
    write()
    ask()
  }
  map.on('mousemove', look)
  map.on('click', look)
  store.watch((s) => [s.settings.positions, s.settings.units, overlayDepth(s), s.waterTime], () => (write(), ask()), true)

  store.watch((s) => [s.settings.units, overlayDepth(s), s.waterTime], () => {
    const state = store.get()
    flow.show(state.settings.units, depth(overlayDepth(state)), state.waterTime === null ? '' : utcOf(state.waterTime))
  })
  store.watch((s) => s.settings.layers, ({ bathymetry, currents }) => {
    depths.element.hidden = !bathymetry
    flow.element.hidden = !currents
  })
  return depths.show
}
