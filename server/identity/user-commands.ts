import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import type { Metadata } from '#server/events/log.ts'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import { staffGuard } from '#server/platform/staff-guard.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { decide, type UserCommand, type UserState, user } from './decider.ts'
import type { IdentityContext } from './identity-context.ts'

type UserContext = Pick<IdentityContext, 'pool' | 'log' | 'logger'>

/** Gives the direct attempt time to finish before the job repeats it. */
const JOB_DELAY_MS = 10_000

const commandShape = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'ConfirmEmail',
      'EnableSecondFactor',
      'DisableSecondFactor',
      'RenewRecoveryCodes',
      'ChangeName',
      'EndReusedSession',
      'EndCopiedSession',
    ]),
    at: z.string(),
  }),
  z.object({
    type: z.literal('AddPasskey'),
    passkeyId: z.string(),
    credentialId: z.string(),
    publicKey: z.string(),
    at: z.string(),
  }),
  z.object({ type: z.literal('FreezeWithdrawals'), until: z.string(), at: z.string() }),
  z.object({
    type: z.enum(['RenamePasskey', 'RemovePasskey']),
    passkeyId: z.string(),
    at: z.string(),
  }),
  z.object({
    type: z.literal('ChangePassword'),
    by: z.enum(['owner', 'recovery', 'admin']),
    at: z.string(),
  }),
])

export const metadataShape = z.object({
  actor: z.object({
    kind: z.enum(['user', 'admin', 'system', 'visitor']),
    id: z.exactOptional(z.string()),
  }),
  at: z.string(),
  correlation: z.string(),
})

/** A change of a person's secrets that the user's stream must record. */
const secretChange = z.object({
  userId: z.string(),
  /** Identifies the change, so that it is recorded once. */
  key: z.string(),
  command: commandShape,
  metadata: metadataShape,
})
type SecretChange = z.output<typeof secretChange>

export const recordChangeTask = defineTask('identity.record-change', secretChange)

/**
 * Changes a person's secrets and records the change in the log. The two cannot share a transaction,
 * so the transaction of the secrets adds a job that appends the event. The event is also appended
 * right away, so that it exists when the response is sent; the job then finds it done.
 */
export async function changeSecrets<T>(
  context: UserContext,
  now: number,
  work: (transaction: PoolClient, record: (change: SecretChange) => void) => Promise<T>,
): Promise<T> {
  const changes: SecretChange[] = []
  const result = await inTransaction(context.pool, async (transaction) => {
    const done = await work(transaction, (change) => changes.push(change))
    for (const change of changes) {
      await addJob(transaction, recordChangeTask, change, { runAt: new Date(now + JOB_DELAY_MS) })
    }
    return done
  })
  try {
    for (const change of changes) await recordChange(context, change)
  } catch (error) {
    context.logger.warn({ err: error }, 'the job will record what could not be recorded at once')
  }
  return result
}

/** Appends the event of a change, once, after the event of the sign-up. */
export async function recordChange(context: UserContext, change: SecretChange): Promise<void> {
  const { userId, command } = change
  await recordSignUp(context, userId)
  const result = await runSystemCommand(context, change)
  if (isRefusal(result) && result.refused !== 'user.unchanged') {
    throw new Error(`${command.type} of user ${userId} refused: ${result.refused}`)
  }
}

/** Starts the stream of a person, unless it exists. */
export async function recordSignUp(context: UserContext, userId: string): Promise<void> {
  if (await context.log.readDocument(`user-${userId}`)) return
  const { rows } = await context.pool.query<{ display_id: string; created_at: Date }>(
    'select display_id, created_at from person where user_id = $1',
    [userId],
  )
  const [person] = rows
  if (!person) throw new Error(`user ${userId} has no person`)
  const at = instantOf(person.created_at.getTime())
  await runSystemCommand(context, {
    userId,
    key: 'sign-up',
    command: { type: 'SignUp', displayId: person.display_id, at },
    // The person's id is the correlation, so that every attempt appends the same event.
    metadata: { actor: { kind: 'visitor' }, at, correlation: userId },
  })
}

interface SystemCommand extends Omit<SecretChange, 'command' | 'metadata'> {
  readonly command: UserCommand
  readonly metadata: Metadata
}

/** Runs a command of the system, or one that follows from a change of secrets. */
export async function runSystemCommand(
  context: UserContext,
  { userId, key, command, metadata }: SystemCommand,
): Promise<CommandResult<UserState>> {
  return handleCommand(context.log, {
    aggregate: user,
    id: userId,
    owner: await userNoOf(context.pool, userId),
    key: null,
    systemKey: `user ${userId} ${key}`,
    requestHash: requestHash(command),
    // A proof belongs to the request, whose hash these commands do not have.
    metadata: metadataShape.parse(metadata),
    outdates: outdatedBy(command, userId),
    decideWith: (state) => decide(command, state),
  })
}

/**
 * The guards of decisions that depend on what a command changes: whether a person is active staff.
 */
export function outdatedBy({ type }: UserCommand, userId: string): readonly string[] {
  return type === 'DisableUser' || type === 'GrantRole' ? [staffGuard(userId)] : []
}

/** null for an erased user; the stream still has its owner. */
async function userNoOf(pool: UserContext['pool'], userId: string): Promise<bigint | null> {
  const { rows } = await pool.query<{ user_no: string }>(
    'select user_no from person where user_id = $1',
    [userId],
  )
  const [row] = rows
  return row ? BigInt(row.user_no) : null
}
