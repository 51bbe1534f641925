import assert from 'node:assert/strict'
import { test } from 'node:test'

import { clock, compass, depth, digits, distance, energy, percent, signedPercent, speed, wattHours } from '../src/format.ts'

const plain = (text: string): string => text.replaceAll('\u202f', ' ').replaceAll('\u2212', '-')

test('three significant digits, whole numbers from 1000 on', () => {
  const wanted: [number, string][] = [
    [0, '0'], [1.2345, '1.23'], [9.996, '10.0'], [12.34, '12.3'], [99.96, '100'], [123.4, '123'], [1234, '1234'], [12345.6, '12 346'],
    [-4.5, '-4.50'], [0.0123, '0.01'], [0.0012, '0.001'], [1e-12, '0'],
  ]
  for (const [value, text] of wanted) assert.equal(plain(digits(value)), text)
})

test('units follow the system and the size', () => {
  assert.equal(plain(speed(1, 'SI')), '1.00 m/s')
  assert.equal(plain(speed(1852 / 3600, 'nautical')), '1.00 kn')
  assert.equal(plain(distance(999, 'SI')), '999 m')
  assert.equal(plain(distance(4580, 'SI')), '4.58 km')
  assert.equal(plain(distance(3704, 'nautical')), '2.00 nmi')
  assert.equal(plain(distance(100, 'nautical')), '100 m')
  assert.equal(plain(energy(3600)), '1.00 Wh')
  assert.equal(plain(energy(7.2e6)), '2.00 kWh')
  assert.equal(plain(depth(12.34)), '12.3 m')
  assert.equal(plain(depth(-0.04)), '0.0 m')
})

test('energies that stand side by side have one unit', () => {
  assert.deepEqual([900, 172_800, 7.2e6, undefined].map((joules) => plain(wattHours(joules))), ['0.25 Wh', '48.0 Wh', '2000 Wh', '–'])
})

test('what is not known is a dash', () => {
  for (const write of [clock, compass, depth, energy, percent]) for (const value of [null, undefined, NaN, Infinity]) assert.equal(write(value), '–')
})

test('a compass has no 360', () => {
  assert.equal(compass(359.7), '000°')
  assert.equal(compass(-90), '270°')
  assert.equal(compass(7.4), '007°')
})

test('clock', () => {
  assert.equal(clock(0), '0:00')
  assert.equal(clock(59.99), '0:59')
  assert.equal(clock(3723), '1:02:03')
  assert.equal(clock(0.3 * 10 * 20), '1:00')
})

test('per cent with and without sign', () => {
  assert.equal(plain(percent(0.4567)), '45.7 %')
  assert.equal(plain(signedPercent(29.4)), '+29 %')
  assert.equal(plain(signedPercent(-3.25)), '-3.3 %')
  assert.equal(plain(signedPercent(0.01)), '0.0 %')
})
