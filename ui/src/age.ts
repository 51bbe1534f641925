/** A page that was built since the server started asks for what that does not answer: said once, in one line. */

import { toast } from './toast.ts'
import type { Session } from './types.ts'

export const OLDER = 'The server is older than this page: restart it.'

/** Servers from before this word leave it out. */
export const isOlder = (session: Session): boolean => session.outdated !== false

let said: string | undefined

/** Say it once for each start of the server. */
export function checkAge(session: Session): void {
  if (!isOlder(session) || said === (session.server ?? '')) return
  said = session.server ?? ''
  toast(OLDER, { kind: 'bad', seconds: 0 })
}
