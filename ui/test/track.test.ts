import assert from 'node:assert/strict'
import { test } from 'node:test'

import { depthRange, MOST_POINTS, peaks, times } from '../src/charts/series.ts'
import { spread, Track } from '../src/track.ts'

function line(count: number): Track {
  const track = new Track()
  const t = Array.from({ length: count }, (_, i) => i / 10)
  track.append({ t, lat: t, lon: t, depth_m: t.map((x) => Math.sin(x)), compass_deg: t.map((x) => (350 + x) % 360) })
  return track
}

test('finds the row at or before a time', () => {
  const track = line(1000)
  assert.equal(track.find(-1), 0)
  assert.equal(track.find(0.05), 0)
  assert.equal(track.find(50), 500)
  assert.equal(track.find(1e9), 999)
  assert.equal(new Track().find(3), -1)
  assert.equal(new Track().at(3), null)
})

test('is linear between rows and turns the short way', () => {
  const track = new Track()
  track.append({ t: [0, 10], lat: [0, 1], lon: [179.5, -179.5], compass_deg: [350, 10] })
  const row = track.at(5)
  assert.ok(row)
  assert.equal(row.lat, 0.5)
  assert.equal(row.lon, 180)
  assert.equal(row.compass_deg, 0)
  assert.deepEqual([...track.column('lon')], [179.5, 180.5])
  assert.ok(Number.isNaN(row.soc))
})

test('pages join, rows that came before are left out', () => {
  const track = new Track()
  track.append({ t: [0, 1, 2] })
  track.append({ t: [1, 2, 3, 4] })
  assert.deepEqual([...track.column('t')], [0, 1, 2, 3, 4])
  track.clear()
  assert.equal(track.length, 0)
})

test('the last row is always among the spread', () => {
  assert.deepEqual(spread(10, 4), [0, 3, 6, 9])
  assert.equal(spread(11, 4).at(-1), 10)
  assert.deepEqual(spread(0, 4), [])
})

test('charts keep every peak, in few points and rising times', () => {
  const track = line(50_000)
  track.column('depth_m')[31_234] = 99
  track.column('depth_m')[31_235] = -99
  const at = times(track, new Track())
  const values = peaks(track, 'depth_m', at.length)
  assert.ok(at.length <= MOST_POINTS + 2)
  assert.equal(values.length, at.length)
  assert.ok(values.includes(99) && values.includes(-99))
  assert.ok(at.every((t, i) => i === 0 || t > (at[i - 1] ?? 0)))
})

test('the depth chart shows a floor that is near, and the dive alone over a deep one', () => {
  assert.deepEqual(depthRange([100], [200]), { range: [0, 216], deeper: false, shallowest: 200 })
  assert.deepEqual(depthRange([20], [400]), { range: [0, 25], deeper: true, shallowest: 400 })
})
