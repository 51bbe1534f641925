/** What lies under the cursor, and the scales of the colours. */

import type { Map } from 'maplibre-gl'

import { api } from '../api.ts'
import { byId, debounce, h, text } from '../dom.ts'
import { compass, depth, digits, NOTHING, speed } from '../format.ts'
import { position } from '../position.ts'
import { store } from '../state.ts'
import type { LatLon, PointInfo } from '../types.ts'
import { courseOf, speedUnit, wrapLon } from '../units.ts'
import { ARROW_COLOURS } from './arrow.ts'
import { CURRENT_SCALE, DEEP, depthScale } from './palette.ts'

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

export function showReadout(map: Map): void {
  const where = h('span', { class: 'where' }, 'Move over the map to read position, depth and current')
  const what = h('span', { class: 'what' })
  const bar = h('div', { class: 'scale' })
  bar.style.background = `linear-gradient(to right, ${DEEP.join(',')})`
  const ticks = h('div', { class: 'ticks' })
  const legend = h('div', { class: 'legend', role: 'img' }, h('span', {}, 'Depth'), h('div', {}, bar, ticks), h('span', {}, 'm'))
  const flow = h('div', { class: 'scale' })
  flow.style.background = `linear-gradient(to right, ${ARROW_COLOURS.flatMap((c, i) => [`${c} ${(100 * i) / ARROW_COLOURS.length}%`, `${c} ${(100 * (i + 1)) / ARROW_COLOURS.length}%`]).join(',')})`
  const flowTicks = h('div', { class: 'ticks' })
  const flowUnit = h('span')
  const flowLegend = h('div', { class: 'legend', role: 'img' }, h('span', {}, 'Current'), h('div', {}, flow, flowTicks), flowUnit)
  byId('map-info').replaceChildren(h('div', { class: 'readout' }, where, what), h('div', { class: 'legends' }, flowLegend, legend))

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

  const rescale = (): void => {
    const { settings } = store.get()
    const most = depthScale(settings.maxDepth, map.getZoom())
    legend.hidden = !settings.layers.bathymetry
    flowLegend.hidden = !settings.layers.currents
    const unit = speedUnit(settings.units)
    text(flowUnit, unit.name)
    flowTicks.replaceChildren(...[0, 0.5, 1].map((part) => h('span', {}, digits((CURRENT_SCALE * part) / unit.si) + (part === 1 ? '+' : ''))))
    flowLegend.setAttribute('aria-label', `Current at cruise depth from 0 to ${digits(CURRENT_SCALE / unit.si)} ${unit.name}, dark is fast`)
    legend.setAttribute('aria-label', `Depth from 0 to ${most} metres, light is shallow`)
    ticks.replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map((part) => h('span', {}, digits(most * part))))
  }
  map.on('moveend', rescale)
  store.watch((s) => s.settings, rescale)
}
