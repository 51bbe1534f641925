/** Links for other people. */

import { toast } from './toast.ts'

export async function copyLink(link: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast(done, { kind: 'good' })
  } catch {
    toast(`Copy this link: ${link}`, { seconds: 30 })
  }
}
