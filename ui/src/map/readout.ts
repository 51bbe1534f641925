/** What lies under the cursor, and the scales of the colours. */

import type { Map } from 'maplibre-gl'

import { api } from '../api.ts'
import { byId, debounce, h, text } from '../dom.ts'
import { compass, depth, NOTHING, speed } from '../format.ts'
import { position } from '../position.ts'
import { store } from '../state.ts'
import type { LatLon, PointInfo } from '../types.ts'
import { courseOf, wrapLon } from '../units.ts'
import type { DepthRange } from './depth_range.ts'
import { currentLegend, depthLegend } from './legend.ts'

function describe(info: PointInfo): string {
  if (info.land) return 'land'
  const { settings } = store.get()
  const floor = info.sea_floor_depth_m
  const east = info.current_east_m_s
  const north = info.current_north_m_s
  const current =
    east == null || north == null ? NOTHING : `${speed(Math.hypot(east, north), settings.units)} to ${compass(courseOf(east, north))}`
  return `sea floor ${depth(floor)} · current at ${depth(store.get().cruiseDepth)} ${current}`
}

/** Returns what writes another range beside the depth colours. */
export function showReadout(map: Map): (range: DepthRange) => void {
  const where = h('span', { class: 'where' }, 'Move over the map to read position, depth and current')
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
    api.point(at.lat, wrapLon(at.lon), store.get().cruiseDepth, going.signal).then(
      (info) => text(what, describe(info)),
      () => undefined,
    )
  })
  const write = (): void => {
    if (at) text(where, position(at, store.get().settings.positions))
  }
  map.on('mousemove', (event) => {
    at = { lat: event.lngLat.lat, lon: event.lngLat.lng }
    write()
    ask()
  })
  store.watch((s) => [s.settings.positions, s.settings.units], () => (write(), ask()), true)

  store.watch((s) => s.settings.units, flow.show)
  store.watch((s) => s.settings.layers, ({ bathymetry, currents }) => {
    depths.element.hidden = !bathymetry
    flow.element.hidden = !currents
  })
  return depths.show
}
