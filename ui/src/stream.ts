/** The server's event stream: newest state in the store, connection light, and a new line when the old one broke. */

import { address } from './api.ts'
import { store } from './state.ts'
import type { Snapshot } from './types.ts'

const RETRY_MS = 1500
const SILENT_MS = 20_000

let source: EventSource | null = null
let silent: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined

function lost(): void {
  clearTimeout(silent)
  source?.close()
  source = null
  if (store.get().link !== 'lost') store.set({ link: 'lost' })
  clearTimeout(retry)
  retry = setTimeout(connect, RETRY_MS)
}

function heard(): void {
  clearTimeout(silent)
  silent = setTimeout(lost, SILENT_MS)
}

function receive(event: MessageEvent<string>): void {
  heard()
  let snapshot: Snapshot
  try {
    snapshot = JSON.parse(event.data) as Snapshot
  } catch {
    return
  }
  const serial = event.lastEventId.split('.')[0] ?? ''
  store.set({ snapshot, serial, link: 'open' })
}

export function connect(): void {
  clearTimeout(retry)
  source?.close()
  source = new EventSource(address('/api/stream'))
  source.onmessage = receive
  source.addEventListener('restart', heard)
  source.onopen = heard
  source.onerror = lost
}
