import { ApiError, FOREIGN_RESPONSE } from '../api-error.ts'
import { STEP_UP_REQUIRED } from '../step-up.ts'

/**
 * What to do after a failed attempt.
 *
 * refused: our server has decided, so a retry cannot help. again: retry later. stop: retry later,
 * and the rest of the outbox too, because it would fail as well.
 */
export type Verdict = 'refused' | 'again' | 'stop'

/** The user must first replace a password that staff set. */
const NEW_PASSWORD_REQUIRED = 'password.chosen_by_staff'

/** A server of the previous release, which the deployment has not replaced yet. */
const ROUTE_UNKNOWN = 'route.unknown'

const TEMPORARY = new Set([408, 425])
const TOO_LARGE = 413

export function verdictOf(thrown: unknown): Verdict {
  if (!(thrown instanceof ApiError)) return 'again'
  const { status, code } = thrown
  // This one may be too large or stuck; the others may still arrive. The sender checks that the
  // server is reachable before it sends the next one.
  if (code === 'network.timeout' || code === 'network.unreachable') return 'again'
  // A 401 here follows a failed refresh: the session is over and the user must sign in.
  if (status === 0 || status === 401 || status === 429) return 'stop'
  if (code === NEW_PASSWORD_REQUIRED) return 'stop'
  if (status >= 500 || TEMPORARY.has(status)) return 'again'
  // A 403 from a proxy or a captive portal does not come from our server.
  if (code === FOREIGN_RESPONSE && status !== TOO_LARGE) return 'again'
  if (code === ROUTE_UNKNOWN) return 'again'
  // It waits until the user has proved who they are: see confirm.ts.
  if (code === STEP_UP_REQUIRED) return 'again'
  return 'refused'
}

/** Refusals of the account, before the submission is read. */
const OF_ACCOUNT = new Set(['account.disabled', 'access.forbidden'])

/**
 * Whether a refusal leaves the outcome of an earlier attempt open: it may be recorded, unless the
 * server says that it has checked this.
 */
export function leavesOpen(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError)) return true
  return OF_ACCOUNT.has(thrown.code) && thrown.details.recorded !== false
}

/** Responses which show that no server has handled the request. */
const UNHANDLED = new Set([
  'session.changed',
  STEP_UP_REQUIRED,
  NEW_PASSWORD_REQUIRED,
  ROUTE_UNKNOWN,
  // The server ends such an upload before it has all of it.
  'upload.too_slow',
])

/** Whether the failed attempt may have had an effect. */
export function mayHaveArrived(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError)) return true
  const { status, code } = thrown
  if (UNHANDLED.has(code)) return false
  // The server returns these before it handles the request.
  if (status === 503) return code === FOREIGN_RESPONSE
  return status !== 401 && status !== 429
}

const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 60_000

/** 1, 2, 4 … 60 s, plus up to a fifth so that many devices do not retry at the same time. */
export function backoffMs(tries: number, random: number): number {
  const waitMs = Math.min(BACKOFF_FIRST_MS * 2 ** Math.max(0, tries - 1), BACKOFF_MAX_MS)
  return waitMs * (1 + random / 5)
}
