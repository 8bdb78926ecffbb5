import { requestHash } from '#server/events/idempotency.ts'
import type { Instant } from '#shared/time.ts'

/** The cause of a command that the system runs once for each `systemKey`. */
export function systemCause(systemKey: string, asked: object, at: Instant, correlation: string) {
  const metadata = { actor: { kind: 'system' }, at, correlation } as const
  return { key: null, systemKey, requestHash: requestHash(asked), metadata }
}
