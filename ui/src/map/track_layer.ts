/**
 * The actual track, drawn so that an update costs the same however long it is.
 *
 * Points gather in a short source; when that is full they move on to a middle one, and from there to sources that are never written again.
 */

import type { Map } from 'maplibre-gl'

import { store, track } from '../state.ts'
import { type Line, setLine } from './lines.ts'
import { paletteOf } from './palette.ts'
import { geojson } from './style.ts'

const SHORT = 500
const LONG = 10_000

interface Ends {
  /** First row of the part in each of the two sources that still grow. */
  middle: number
  short: number
  done: number
}

export function showTrack(map: Map): void {
  let sealed = 0
  let ends: Ends = { middle: 0, short: 0, done: 0 }

  const name = (part: string): string => `track-${part}`

  function add(part: string): void {
    const id = name(part)
    map.addSource(id, geojson())
    map.addLayer({
      id, type: 'line', source: id, layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': paletteOf(store.get().theme).track, 'line-width': 3, 'line-opacity': 0.45 },
    }, 'travelled')
  }

  function rows(from: number, to: number): Line {
    const lat = track.column('lat')
    const lon = track.column('lon')
    const line: Line = []
    // One row before the part joins it to the part before.
    for (let i = Math.max(0, from - 1); i < to; i++) line.push([lon[i] ?? 0, lat[i] ?? 0])
    return line
  }

  function clear(): void {
    for (let i = 0; i < sealed; i++) {
      map.removeLayer(name(`sealed-${i}`))
      map.removeSource(name(`sealed-${i}`))
    }
    sealed = 0
    ends = { middle: 0, short: 0, done: 0 }
    setLine(map, name('middle'), [])
    setLine(map, name('short'), [])
  }

  function draw(): void {
    const length = track.length
    if (length < ends.done) clear()
    if (length === ends.done) return
    while (length - ends.middle >= LONG) {
      const part = `sealed-${sealed}`
      add(part)
      setLine(map, name(part), rows(ends.middle, ends.middle + LONG))
      sealed += 1
      ends.middle += LONG
      ends.short = ends.middle
      setLine(map, name('middle'), [])
    }
    if (length - ends.short >= SHORT) {
      ends.short = length
      setLine(map, name('middle'), rows(ends.middle, ends.short))
    }
    setLine(map, name('short'), rows(ends.short, length))
    ends.done = length
  }

  add('middle')
  add('short')
  store.watch((s) => s.trackVersion, draw)
  store.watch((s) => paletteOf(s.theme).track, (colour) => {
    const parts = ['middle', 'short', ...Array.from({ length: sealed }, (_, i) => `sealed-${i}`)]
    for (const part of parts) map.setPaintProperty(name(part), 'line-color', colour)
  }, true)
}
