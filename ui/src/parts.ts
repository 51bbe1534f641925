/** Parts of the page that are read after its first paint. A server that is away is waited for: no part fails for good. */

import { store } from './state.ts'

export type PartName = 'charts' | 'map' | 'section' | 'terrain'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

function say(name: PartName, message: string): void {
  store.set(({ missing }) => ({ missing: { ...missing, [name]: message } }))
}

/** Resolves when the line is open again; when it is open, or opens no sooner, after `wait`. */
function again(wait: number): Promise<void> {
  return new Promise((resolve) => {
    let leave = (): void => undefined
    const done = (): void => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(done, wait)
    leave = store.watch((s) => s.link === 'open', (open) => open && done(), true)
  })
}

/** What `read` gives, as soon as it gives it; until then `missing` in the store says what is not there and why. */
export async function insist<T>(name: PartName, read: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      const found = await read()
      say(name, '')
      return found
    } catch {
      const away = store.get().link !== 'open'
      // A server that answers and has no such part was given a newer page.
      say(name, away || wait < 4000 ? 'will be loaded when the server answers again' : 'cannot be loaded: reload the page')
      await again(wait)
    }
  }
}

function part<T>(name: PartName, load: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => (reading ??= insist(name, load))
}

export const charts = part('charts', () => import('./charts/set.ts'))
export const map = part('map', () => import('./map/index.ts'))
export const section = part('section', () => import('./cut/panel.ts'))
export const terrain = part('terrain', () => import('./map/terrain.ts'))

/** A file in the browser's cache, for what reads it again and cannot wait. */
export function cached(name: PartName, url: string): Promise<void> {
  return insist(name, async () => {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    await answer.arrayBuffer()
  })
}
