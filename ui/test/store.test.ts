import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createStore } from '../src/store.ts'

test('a listener hears its own part only', () => {
  const store = createStore({ a: 1, b: 1 })
  const heard: number[] = []
  store.watch((s) => s.a, (a) => heard.push(a))
  store.set({ b: 2 })
  store.set({ a: 2 })
  store.set({ a: 2 })
  assert.deepEqual(heard, [1, 2])
})

test('lists are compared by their members', () => {
  const store = createStore({ a: 1, b: 1, c: 1 })
  let count = 0
  store.watch((s) => [s.a, s.b], () => count++, true)
  store.set({ c: 2 })
  store.set({ b: 3 })
  assert.equal(count, 1)
})

test('a change inside a listener reaches everybody, last value last', () => {
  const store = createStore({ a: 0, double: 0 })
  const seen: number[] = []
  store.watch((s) => s.double, (value) => seen.push(value), true)
  store.watch((s) => s.a, (a) => store.set({ double: 2 * a }), true)
  store.set({ a: 4 })
  assert.deepEqual(seen, [8])
})

test('who left hears nothing', () => {
  const store = createStore({ a: 0 })
  let count = 0
  const leave = store.watch((s) => s.a, () => count++, true)
  leave()
  store.set({ a: 1 })
  assert.equal(count, 0)
})
