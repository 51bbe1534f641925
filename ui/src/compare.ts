/** A second run beside the one that is open: on the map and in the charts. */

import { api } from './api.ts'
import { compared, store } from './state.ts'

const EVERY = 10

export async function compareWith(id: string, name: string): Promise<void> {
  const columns = await api.runTrack(id, EVERY)
  compared.clear()
  compared.append(columns)
  store.set(({ compareVersion }) => ({ compare: { id, name }, compareVersion: compareVersion + 1 }))
}

export function stopComparing(): void {
  compared.clear()
  store.set(({ compareVersion }) => ({ compare: null, compareVersion: compareVersion + 1 }))
}
