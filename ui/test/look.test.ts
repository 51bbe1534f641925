import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { extent, rangeFor, roundStep, ticks, wide } from '../src/map/depth_range.ts'
import { heightsFor } from '../src/map/heights.ts'
import { themeOf } from '../src/theme.ts'

test('colours follow the choice, and else the system', () => {
  assert.equal(themeOf('dark', true), 'dark')
  assert.equal(themeOf('light', false), 'light')
  for (const choice of ['system', undefined, null, 'blue', 7]) {
    assert.equal(themeOf(choice, true), 'light')
    assert.equal(themeOf(choice, false), 'dark')
  }
})

test('steps are 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual([0.7, 1, 3, 5, 49, 1000, 2600].map(roundStep), [0.5, 1, 2, 5, 20, 1000, 2000])
})

test('the range of depths leaves out land, unknown places and single cells', () => {
  assert.equal(extent([0, null, 0]), null)
  assert.deepEqual(extent([0, null, 40, 10]), [10, 40])
  const many = Array.from({ length: 300 }, (_, i) => 100 + i)
  assert.deepEqual(extent([...many, 9000]), [103, 397])
})

test('shallow water is coloured from the surface, a deep plain about its own depths', () => {
  assert.deepEqual(rangeFor([5, 30, 180], null), { min: 0, max: 180 })
  const deep = rangeFor([6062, 6110, 6142], null)
  assert.deepEqual(deep, { min: 6060, max: 6160 })
  assert.equal(rangeFor([0, null], null), null)
})

test('a flat floor is not drawn as relief', () => {
  for (const depth of [3, 480, 6100, 11_000]) {
    const range = rangeFor([depth, depth, depth], null)
    assert.ok(range && range.max - range.min >= 20 && range.min <= depth && range.max >= depth, JSON.stringify(range))
  }
})

test('a range is kept while it serves, so that nothing flickers', () => {
  const now = { min: 0, max: 200 }
  assert.equal(rangeFor([5, 90, 140], now), now)
  assert.equal(rangeFor([0, null], now), now)
  assert.notEqual(rangeFor([5, 90, 240], now), now)
  assert.deepEqual(rangeFor([1, 9, 18], now), { min: 0, max: 20 })
  // Back and forth across an edge it does not change twice.
  const wider = rangeFor([5, 90, 205], now)
  assert.equal(rangeFor([5, 90, 195], wider), wider)
})

test('numbers beside the colours stand where their colour is', () => {
  const shallow = ticks({ min: 0, max: 200 })
  assert.deepEqual(shallow.map(({ depth }) => depth), [0, 5, 20, 50, 100, 200])
  for (const { depth, share } of shallow) assert.ok(Math.abs(share - Math.sqrt(depth / 200)) < 1e-12)
  const deep = ticks({ min: 6000, max: 6160 })
  for (const { depth, share } of deep) assert.ok(Math.abs(share - (depth - 6000) / 160) < 1e-12)
  for (const range of [shallow, deep, ticks({ min: 0, max: 12_000 }), ticks({ min: 320, max: 480 })]) {
    const spans = range.map(({ depth, share }, i) => {
      const left = i === 0 ? 0 : i === range.length - 1 ? 1 - wide(depth) : share - wide(depth) / 2
      return [left, left + wide(depth)] as const
    })
    spans.slice(1).forEach(([left], i) => assert.ok(left > (spans[i]?.[1] ?? 0), JSON.stringify(range)))
  }
})

test('heights keep the floor of deep water in the picture and lift that of shallow water', () => {
  assert.ok(heightsFor(1000, 6100, null) < 0.1)
  assert.ok(heightsFor(5000, 40, null) >= 20)
  assert.equal(heightsFor(1e7, 5000, null), 50)
  assert.equal(heightsFor(10, 11_000, null), 0.05)
  for (const height of [300, 2000, 70_000]) {
    for (const deepest of [30, 400, 6000]) {
      const factor = heightsFor(height, deepest, null)
      const share = (factor * deepest) / height
      assert.ok((share > 0.2 && share < 0.45) || factor === 50 || factor === 0.05, `${height} ${deepest} ${factor}`)
    }
  }
})

test('heights do not change at every turn of the wheel', () => {
  const now = heightsFor(5000, 400, null)
  assert.equal(heightsFor(5000 * 1.3, 400, now), now)
  assert.equal(heightsFor(5000 / 1.3, 400, now), now)
  assert.ok(heightsFor(5000 * 3, 400, now) > now)
  assert.equal(heightsFor(5000, 400, 8), heightsFor(5000, 400, null))
})

/** Relative luminance of a colour such as #0b1829 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

test('words can be read in both themes: WCAG AA, 4.5 to 1', () => {
  assert.ok(Math.abs(contrast('#000000', '#ffffff') - 21) < 1e-9)
  const css = readFileSync(new URL('../src/style.css', import.meta.url), 'utf8')
  for (const block of [/:root \{([^}]*)\}/, /:root\[data-theme='light'\] \{([^}]*)\}/]) {
    const colours = Object.fromEntries([...(block.exec(css)?.[1] ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value ?? '']))
    const pairs = [
      ...['text', 'text-quiet', 'danger', 'good', 'plan', 'compare', 'track'].map((ink) => [ink, 'panel']),
      ...['text', 'text-quiet', 'danger', 'good', 'track'].map((ink) => [ink, 'raised']),
      ['text', 'bg'], ['text', 'raised-hover'], ['accent-text', 'plan'],
    ]
    for (const [ink = '', paper = ''] of pairs) {
      const found = contrast(colours[ink] ?? '', colours[paper] ?? '')
      assert.ok(found >= 4.5, `${ink} ${colours[ink]} on ${paper} ${colours[paper]}: ${found.toFixed(2)}`)
    }
  }
})
