import assert from 'node:assert/strict'
import { test } from 'node:test'

import { faultOf, inWords } from '../src/faults.ts'
import { isGiven, nameOf } from '../src/names.ts'

test('a refusal is taken apart into the key and what is wanted', () => {
  assert.deepEqual(faultOf('cruise_depth_m = -10 m: must be a number in 0..12000 m'), { key: 'cruise_depth_m', wanted: 'must be 0 to 12000 m' })
  assert.deepEqual(faultOf('max_duration_s = 1000000000 s: must be a number in 0.01..500000 s (and 1 more)')?.wanted, 'must be 0.01 to 500000 s (and 1 more)')
  assert.deepEqual(faultOf('sample_spacing_m = 1 m: must be at least 10 m for 500 km'), { key: 'sample_spacing_m', wanted: 'must be at least 10 m for 500 km' })
  assert.deepEqual(faultOf('battery = -1: must be "unlimited" or a capacity in 0.001..1e+07 A h'), { key: 'battery', wanted: 'must be "unlimited" or a capacity in 0.001 to 1e+07 A h' })
  assert.equal(faultOf('start position is on land'), null)
  assert.equal(faultOf('the server does not answer'), null)
})

test('keys in other lines are named by their labels', () => {
  assert.equal(inWords('too far for max_duration_s and other_key_m', { max_duration_s: 'ends after' }), 'too far for ends after and other_key_m')
})

test('a mission without a name is named by place and time, and that name is known again', () => {
  const now = new Date(2026, 2, 1, 4, 7)
  assert.equal(nameOf({ lat: 36.784, lon: -121.954 }, now), '36.78N 121.95W 04:07')
  assert.equal(nameOf({ lat: -36.784, lon: 238.046 }, now), '36.78S 121.95W 04:07')
  for (const name of ['mission', nameOf({ lat: 0, lon: 0 }, now)]) assert.ok(isGiven(name))
  for (const name of ['First dive', '36.78N', 'mission 2', '']) assert.ok(!isGiven(name))
})
