/**
 * The server's event stream: newest state in the store, connection light, and a new line when the old one broke.
 *
 * A browser keeps six connections to one server over HTTP/1.1, and each stream holds one: six tabs with a stream leave
 * none for anything else. So a tab that nobody sees gives its own back, and takes the newest state when it is seen again.
 */

import { address } from './api.ts'
import { store } from './state.ts'
import type { Snapshot } from './types.ts'

const RETRY_MS = 1500
const SILENT_MS = 20_000
/** Time out of sight after which the stream is given back: a glance at another tab costs nothing. */
const HIDDEN_MS = 2000

let source: EventSource | null = null
let silent: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let hidden: ReturnType<typeof setTimeout> | undefined

function close(): void {
  clearTimeout(silent)
  clearTimeout(retry)
  source?.close()
  source = null
}

function lost(): void {
  close()
  if (store.get().link !== 'lost') store.set({ link: 'lost' })
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

function seen(): void {
  clearTimeout(hidden)
  if (document.hidden) hidden = setTimeout(close, HIDDEN_MS)
  else if (!source) connect()
}

document.addEventListener('visibilitychange', seen)

export function connect(): void {
  close()
  if (document.hidden) return
  source = new EventSource(address('/api/stream'))
  source.onmessage = receive
  source.addEventListener('restart', heard)
  source.onopen = heard
  source.onerror = lost
}
