/** Pins of start and goal, which can be moved, and the vehicle with its heading. */

import { type Map, Marker } from 'maplibre-gl'

import { h } from '../dom.ts'
import { placeFaultOf } from '../faults.ts'
import { place } from '../pins.ts'
import { store } from '../state.ts'
import type { LatLon } from '../types.ts'
import { continuousLon } from '../units.ts'

const SVG = 'http://www.w3.org/2000/svg'

function vehicleSymbol(): HTMLElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '-16 -16 32 32')
  const shape = document.createElementNS(SVG, 'path')
  shape.setAttribute('d', 'M0-13 L9 11 L0 6 L-9 11 Z')
  svg.append(shape)
  const box = h('div', { class: 'vehicle', role: 'img', 'aria-label': 'Vehicle' })
  box.append(svg)
  return box
}

// The pin stands on its place, so that the vehicle there stays in sight.
function pin(map: Map, end: 'start' | 'goal'): void {
  const element = h('div', { class: `pin ${end}`, title: `${end === 'start' ? 'Start' : 'Goal'}: drag to move` }, h('b', {}, end === 'start' ? 'S' : 'G'))
  const marker = new Marker({ element, draggable: true, anchor: 'bottom' })
  element.setAttribute('aria-label', `${end === 'start' ? 'Start' : 'Goal'} of the mission`)
  marker.on('dragend', () => {
    const { lat, lng } = marker.getLngLat()
    place(end, { lat, lon: lng })
  })
  store.watch((s) => placeFaultOf(s.planError)?.end === end, (refused) => element.classList.toggle('refused', refused))
  store.watch((s) => s[end], (where: LatLon | null) => {
    if (where) marker.setLngLat([where.lon, where.lat]).addTo(map)
    else marker.remove()
  })
}

export function showMarkers(map: Map, tilted: boolean): void {
  pin(map, 'start')
  pin(map, 'goal')
  const marker = new Marker({ element: vehicleSymbol(), rotationAlignment: 'map', pitchAlignment: tilted ? 'map' : 'auto' })
  let added = false
  store.watch((s) => s.shown, (shown) => {
    if (!shown) {
      marker.remove()
      added = false
      return
    }
    const near = store.get().start?.lon ?? shown.lon
    marker.setLngLat([continuousLon(shown.lon, near), shown.lat]).setRotation(shown.compass_deg ?? 90 - (shown.heading_deg ?? 90))
    if (!added) marker.addTo(map)
    added = true
  })
}
