/** A second run beside the one that is open: on the map and in the charts. */

import { api } from './api.ts'
import { compared, store } from './state.ts'
import type { RunItem } from './types.ts'

const EVERY = 10

export async function compareWith(run: RunItem): Promise<void> {
  const columns = await api.runTrack(run.id, EVERY)
  compared.clear()
  compared.append(columns)
  store.set(({ compareVersion }) => ({ compare: run, compareVersion: compareVersion + 1 }))
}

export function stopComparing(): void {
  compared.clear()
  store.set(({ compareVersion }) => ({ compare: null, compareVersion: compareVersion + 1 }))
}
