import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isOlder } from '../src/age.ts'
import { faultOf, inWords, placeFaultOf } from '../src/faults.ts'
import { grownHull, madeBy } from '../src/hull.ts'
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

test('a refusal of the planner is taken to its end, and to the depth that is too large', () => {
  const deep = ': cruise depth 600 m is deeper than the sea floor there, 500 m at 36.7000 N 122.1000 W'
  assert.deepEqual(placeFaultOf(`start${deep}`), { end: 'start', here: 'The sea floor is 500 m deep here.', depth: 'deeper than the sea floor at the start, 500 m' })
  assert.deepEqual(placeFaultOf(`via point 2${deep}`), { end: null, here: 'The sea floor is 500 m deep here.', depth: 'deeper than the sea floor at via point 2, 500 m' })
  assert.deepEqual(placeFaultOf('goal position is on land'), { end: 'goal', here: 'Goal position is on land. Move the goal pin into open water.', depth: '' })
  assert.deepEqual(placeFaultOf('goal: outside every file'), { end: 'goal', here: 'Goal: outside every file.', depth: '' })
  for (const other of ['', 'no land-free route found between start and goal', 'start_lat = 95 deg: must be']) assert.equal(placeFaultOf(other), null)
})

test('a hull that grew with its mass says so', () => {
  const hull = { length_m: 1, radius_m: 0.1, mass_kg: 60, volume_m3: (60 / 1025) * 1.002 }
  assert.equal(grownHull(hull), 'Length and radius alone make 31.4\u202fL: the hull is taken as large as 60 kg need to float.')
  assert.equal(grownHull({ ...hull, mass_kg: 25, volume_m3: Math.PI * 0.01 * 1.002 }), '')
  assert.equal(grownHull({ mass_kg: 60, volume_m3: 1 }), '')
})

test('runs say what made them, those of earlier versions nothing', () => {
  const run = { id: 'a', name: 'b', created: 0, status: null, distance_m: 1, duration_s: 1, energy_J: 1 }
  const speed = (value: number): string => `${value} m/s`
  assert.equal(madeBy(run, speed), '')
  const vehicle = { model: 'torpedo', length_m: 1.6, radius_m: 0.1, mass_kg: 40, ballast: 'neutral', battery: 40 } as const
  const words = madeBy({ ...run, vehicle, cruise_depth_m: 20, cruise_speed_m_s: 0.8 }, speed)
  assert.equal(words, '1.6 × 0.2 m, 40 kg trimmed, 40 Ah · 20 m deep at 0.8 m/s')
  assert.notEqual(words, madeBy({ ...run, vehicle: { ...vehicle, mass_kg: 41 }, cruise_depth_m: 20, cruise_speed_m_s: 0.8 }, speed))
  assert.ok(madeBy({ ...run, vehicle: { ...vehicle, battery: 'unlimited' } }, speed).endsWith('unlimited battery'))
})

test('a server is older that says so, or knows nothing of it', () => {
  assert.ok(isOlder({ outdated: true }) && isOlder({ server: 'abc' }) && !isOlder({ outdated: false }))
})
