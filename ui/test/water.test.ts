import assert from 'node:assert/strict'
import { test } from 'node:test'

import { between, COLOURS, nearest, ramp, rangeOf, roundTicks, valueAt } from '../src/cut/scale.ts'
import { isoOf, spanOf, utcOf } from '../src/utc.ts'
import { readWater, writtenSection } from '../src/water_address.ts'

const DAY = { first: '2024-05-01T00:00:00Z', last: '2024-05-01T12:00:00Z', step_s: 21_600 }

test('the slider stops at round moments, some fifty of a short file, at those of a long one', () => {
  assert.equal(spanOf(null), null)
  assert.deepEqual(spanOf(DAY), { first: 1_714_521_600, last: 1_714_564_800, step: 900 })
  assert.equal(spanOf({ ...DAY, last: '2024-06-01T00:00:00Z', step_s: 10_800 })?.step, 10_800)
  assert.equal(spanOf({ ...DAY, last: '2024-05-01T00:10:00Z', step_s: 30 })?.step, 60)
})

test('moments are written in UTC', () => {
  assert.equal(isoOf(1_714_521_600.4), '2024-05-01T00:00:00Z')
  assert.equal(utcOf(1_714_564_800), '2024-05-01 12:00 UTC')
})

test('colours span the values, a speed from 0, what has a sign evenly', () => {
  assert.equal(rangeOf('temperature', [[null]]), null)
  assert.deepEqual(rangeOf('temperature', [[4, null], [12, 9]]), { low: 4, high: 12 })
  assert.deepEqual(rangeOf('temperature', [[10, 10]]), { low: 9.75, high: 10.25 })
  assert.deepEqual(rangeOf('speed', [[0.2, 0.4]]), { low: 0, high: 0.4 })
  assert.deepEqual(rangeOf('across', [[-0.4, 0.1]]), { low: -0.4, high: 0.4 })
})

test('a column is linear between levels, and ends with the level above the sea floor', () => {
  const levels = [0, 10, 40]
  const rows = [[20, 20], [10, null], [4, null]]
  const at = (depth: number, column: number): number | null => valueAt(rows, column, between(levels, depth))
  assert.deepEqual([0, 5, 10, 25, 40, 99].map((depth) => at(depth, 0)), [20, 15, 10, 7, 4, 4])
  assert.deepEqual([0, 5, 25].map((depth) => at(depth, 1)), [20, 20, null])
})

test('the nearest point of a route, over the date line too', () => {
  assert.equal(nearest([10, 10, 10], [179, 180, -179], { lat: 10.1, lon: 181.1 }), 2)
  assert.equal(nearest([10, 10, 10], [179, 180, -179], { lat: 10.1, lon: 179.4 }), 0)
})

test('ramps begin and end with their stops', () => {
  for (const stops of Object.values(COLOURS)) {
    const table = [...ramp(stops)]
    const hex = (i: number): string => `#${table.slice(3 * i, 3 * i + 3).map((c) => c.toString(16).padStart(2, '0')).join('')}`
    assert.deepEqual([hex(0), hex(255)], [stops[0], stops.at(-1)])
  }
})

test('ticks are round', () => {
  assert.deepEqual(roundTicks(453, 4), [0, 200, 400])
  assert.deepEqual(roundTicks(5, 8), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(roundTicks(0, 4), [0])
})

test('an address brings time, depth and section of the water, and nothing that cannot be', () => {
  const read = (text: string): unknown => readWater(new URLSearchParams(text))
  assert.deepEqual(read('water=2024-05-01T06:00:00Z&depth=200&section=speed,near'), { time: 1_714_543_200, depth: 200, section: { field: 'speed', whole: false } })
  assert.deepEqual(read('depth=0&section=temperature'), { time: null, depth: 0, section: { field: 'temperature', whole: true } })
  for (const text of ['', 'water=soon&depth=-1&section=colour', 'depth=7&section=', 'water=&depth=']) assert.deepEqual(read(text), { time: null, depth: null, section: null })
  for (const [field, whole] of [['salinity', true], ['along', false]] as const) {
    const written = writtenSection(true, field, whole)
    assert.deepEqual(readWater(new URLSearchParams({ section: written ?? '' })).section, { field, whole })
  }
  assert.equal(writtenSection(false, 'speed', true), null)
})
