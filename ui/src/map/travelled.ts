/** The part of the track that lies behind the moment shown, solid over the faint whole; few points however long it is. */

import type { Map } from 'maplibre-gl'

import { store, track } from '../state.ts'
import { type Line, setLine } from './lines.ts'

const MOST_POINTS = 1500
const WAIT_MS = 200

function behind(t: number): Line {
  const last = track.find(t)
  if (last < 0) return []
  const lat = track.column('lat')
  const lon = track.column('lon')
  // A power of two, so that the corners stay where they are while the line grows.
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((last + 1) / MOST_POINTS)))
  const line: Line = []
  for (let i = 0; i <= last; i += step) line.push([lon[i] ?? 0, lat[i] ?? 0])
  const now = track.at(t)
  if (now) line.push([now.lon, now.lat])
  return line
}

export function showTravelled(map: Map): void {
  let due = false
  const draw = (): void => {
    due = false
    const { shown } = store.get()
    setLine(map, 'travelled', shown ? behind(shown.t) : [])
  }
  store.watch((s) => [s.shown?.t, s.trackVersion], () => {
    if (due) return
    due = true
    setTimeout(draw, WAIT_MS)
  })
}
