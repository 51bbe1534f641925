import assert from 'node:assert/strict'
import { test } from 'node:test'

import { continuousLon, courseOf, distanceBetween, turn, wrap360, wrapLon } from '../src/units.ts'

test('angles wrap', () => {
  assert.equal(wrap360(-90), 270)
  assert.equal(wrap360(720), 0)
  assert.equal(wrap360(-1e-15) < 360, true)
  assert.equal(wrapLon(180), -180)
  assert.equal(wrapLon(541), -179)
})

test('a longitude goes on over the date line', () => {
  assert.equal(continuousLon(-179.5, 179.5), 180.5)
  assert.equal(continuousLon(179.5, -179.5), -180.5)
  assert.equal(continuousLon(-179.5, 540.2), 540.5)
})

test('course of a vector by compass', () => {
  assert.equal(courseOf(0, 1), 0)
  assert.equal(courseOf(1, 0), 90)
  assert.equal(courseOf(-1, 0), 270)
})

test('headings turn the short way', () => {
  assert.equal(turn(350, 10, 0.5), 0)
  assert.equal(turn(10, 350, 0.25), 5)
  assert.equal(turn(90, 180, 1), 180)
})

test('a degree along a meridian, and over the date line', () => {
  assert.ok(Math.abs(distanceBetween({ lat: 0, lon: 0 }, { lat: 1, lon: 0 }) - 111_195) < 5)
  assert.ok(Math.abs(distanceBetween({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }) - 111_195) < 5)
})
