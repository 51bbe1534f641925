import assert from 'node:assert/strict'
import { test } from 'node:test'

import { latitude, longitude, type PositionFormat, position, readPosition } from '../src/position.ts'

test('three ways to write', () => {
  assert.equal(latitude(36.78, 'DD'), '36.78000° N')
  assert.equal(latitude(-36.78, 'DDM'), '36°46.800′ S')
  assert.equal(longitude(-121.95, 'DMS'), '121°57′00.0″ W')
  assert.equal(longitude(180.5, 'DD'), '179.50000° W')
})

test('rounding never writes 60 minutes or seconds', () => {
  assert.equal(latitude(9.9999999, 'DDM'), '10°00.000′ N')
  assert.equal(latitude(9.9999999, 'DMS'), '10°00′00.0″ N')
})

test('what is written is read again', () => {
  const places = [{ lat: 36.78, lon: -121.95 }, { lat: -17.05, lon: 179.96 }, { lat: 0, lon: 0 }, { lat: -0.001, lon: -0.5 }, { lat: 89.5, lon: -179.999 }]
  for (const format of ['DD', 'DDM', 'DMS'] satisfies PositionFormat[]) {
    for (const place of places) {
      const read = readPosition(position(place, format))
      assert.ok(read)
      assert.ok(Math.abs(read.lat - place.lat) < 2e-5 && Math.abs(read.lon - place.lon) < 2e-5, `${format} ${JSON.stringify(read)}`)
    }
  }
})

test('other ways that people write', () => {
  assert.deepEqual(readPosition('36.5, -122.25'), { lat: 36.5, lon: -122.25 })
  assert.deepEqual(readPosition('36.5 -122.25'), { lat: 36.5, lon: -122.25 })
  assert.deepEqual(readPosition(`36°30'N 122°15'W`), { lat: 36.5, lon: -122.25 })
  assert.deepEqual(readPosition('N36 30, W122 15'), { lat: 36.5, lon: -122.25 })
  assert.deepEqual(readPosition('10, 190'), { lat: 10, lon: -170 })
})

test('what is no position', () => {
  for (const text of ['', 'somewhere', '91, 0', '36', '36 61 N 10 E', '-36 S, 10 E', '10 E, 36 N', '1,2,3', '0, 400']) assert.equal(readPosition(text), null, text)
})
