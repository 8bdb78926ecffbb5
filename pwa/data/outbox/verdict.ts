import { ApiError, FOREIGN_ANSWER } from '../api-error.ts'

/**
 * What a failed try means for its entry.
 *
 * refused: our server has decided, trying again cannot help. again: later. stop: nothing else of
 * the outbox would come through either.
 */
export type Verdict = 'refused' | 'again' | 'stop'

const TEMPORARY = new Set([408, 425, 429])
const TOO_LARGE = 413

export function verdictOf(thrown: unknown): Verdict {
  if (!(thrown instanceof ApiError)) return 'again'
  const { status, code } = thrown
  // 401 comes here only after a refresh: the session is over and the person must sign in.
  if (status === 0 || status === 401) return 'stop'
  if (status === 429) return 'stop'
  if (status >= 500 || TEMPORARY.has(status)) return 'again'
  // A proxy's or a captive portal's 403 says nothing about what our server would say.
  if (code === FOREIGN_ANSWER && status !== TOO_LARGE) return 'again'
  return 'refused'
}

/** Whether the try may have had its effect although it failed. */
export function mayHaveArrived(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError)) return true
  if (thrown.code === 'session.changed') return false
  // These are answered before anything is done with the request.
  return thrown.status !== 401 && thrown.status !== 429
}

const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 60_000

/** 1, 2, 4 … 60 s, up to a fifth longer so that many devices do not come back at once. */
export function backoffMs(tries: number, random: number): number {
  const waitMs = Math.min(BACKOFF_FIRST_MS * 2 ** Math.max(0, tries - 1), BACKOFF_MAX_MS)
  return waitMs * (1 + random / 5)
}
