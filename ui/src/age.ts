/** A page that was built since the server started asks for what that does not answer: said once, in one line. */

import { toast } from './toast.ts'
import type { Session } from './types.ts'

export const OLDER = 'The server is older than this page: restart it.'

/** Servers from before this word leave it out. */
export const isOlder = (session: Session): boolean => session.outdated !== false

let said: string | undefined
let takeBack = (): void => undefined

/** Say it once for each start of the server, and no longer when it is another one. */
export function checkAge(session: Session): void {
  const start = session.server ?? ''
  if (said === start) return
  takeBack()
  said = start
  takeBack = isOlder(session) ? toast(OLDER, { kind: 'bad', seconds: 0 }) : (): void => undefined
}
