import * as z from 'zod/mini'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import { epochMsOf, MINUTE_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'

/** The outcome of an attempt to sign in, or of a request that is reserved to staff. */
const outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signed-in') }),
  z.object({ type: z.literal('sign-in-failed'), code: z.string() }),
  z.object({ type: z.literal('refused'), code: z.string(), route: z.string() }),
])

export const staffAccessTask = defineTask(
  'identity.staff-access',
  z.object({
    who: z.union([z.object({ userId: z.string() }), z.object({ email: z.string() })]),
    outcome,
    at: z.string(),
    /** Identifies the attempt, so that it is recorded once. */
    key: z.string(),
  }),
  // Strangers can cause these jobs, like mails, so they are not in the queue of money and timers.
  'mail',
  { isPersonal: true },
)
export type StaffAccess = z.output<typeof staffAccessTask.payload>

/** Without the key, which is derived. */
interface Attempt extends Omit<StaffAccess, 'key'> {
  /** The id of the request. */
  readonly correlation: string
}

/**
 * Adds the job that records the attempt if it concerns a member of staff. The request does the same
 * for any user and for unknown addresses, so that its duration does not reveal who is staff.
 */
export function noteStaffAccess(
  { pool }: Pick<IdentityContext, 'pool'>,
  { correlation, ...attempt }: Attempt,
): Promise<void> {
  const key = keyOf(attempt, correlation)
  const [who] = Object.values(attempt.who)
  return addJob(pool, staffAccessTask, { ...attempt, key }, { key: `staff access ${who} ${key}` })
}

/** Repeated failures within a minute count as one, so that the log cannot be flooded. */
function keyOf({ outcome, at }: Omit<Attempt, 'correlation'>, correlation: string): string {
  if (outcome.type === 'signed-in') return correlation
  const minute = Math.floor(epochMsOf(at) / MINUTE_MS)
  return outcome.type === 'refused'
    ? `${outcome.code} ${outcome.route} ${minute}`
    : `${outcome.code} ${minute}`
}
