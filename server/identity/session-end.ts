import {
  SESSION_DAYS_MAX,
  STAFF_IDLE_MINUTES_MAX,
  STAFF_SESSION_HOURS_MAX,
  UNBOUND_SESSION_HOURS_MAX,
} from '#shared/rules/identity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'

interface SessionFacts {
  readonly isStaff: boolean
  /** Whether each refresh is signed with a key of the device. */
  readonly isBound: boolean
  readonly openedAt: number
  /** When the user last used it, as far as known. */
  readonly usedAt: number
}

/**
 * When a session ends if it is not used again.
 *
 * Units    epoch milliseconds
 * Source   docs/product.md, Sessions
 */
export function sessionEndOf({ isStaff, isBound, openedAt, usedAt }: SessionFacts): number {
  if (isStaff) {
    const idleEnd = usedAt + STAFF_IDLE_MINUTES_MAX * MINUTE_MS
    return Math.min(idleEnd, openedAt + STAFF_SESSION_HOURS_MAX * HOUR_MS)
  }
  return openedAt + (isBound ? SESSION_DAYS_MAX * DAY_MS : UNBOUND_SESSION_HOURS_MAX * HOUR_MS)
}
