import * as z from 'zod/mini'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import type { IdentityContext } from './identity-context.ts'

/** The outcome of an attempt to sign in, or to do what only staff may. */
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
)
export type StaffAccess = z.output<typeof staffAccessTask.payload>

/**
 * Adds the job that records the attempt if it concerns a member of staff. The request does the same
 * for any user and for unknown addresses: how long it takes does not tell who is staff.
 */
export function noteStaffAccess(
  { pool }: Pick<IdentityContext, 'pool'>,
  access: StaffAccess,
): Promise<void> {
  return addJob(pool, staffAccessTask, access)
}
