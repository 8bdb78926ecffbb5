import type { PoolClient } from 'pg'
import type { Metadata } from '#server/events/log.ts'
import { addJob } from '#server/platform/jobs.ts'
import { endSessions } from './sessions.ts'
import { recordChangeTask } from './user-commands.ts'

interface Removal {
  readonly userId: string
  /** Anything set up later is kept. */
  readonly resetAt: string
  readonly metadata: Metadata
  readonly key: string
}

/**
 * Removes a lost second factor and the passkeys, which were probably lost with the same phone, and
 * ends all sessions. Jobs record this and send the owner a mail.
 */
export async function removeSecondFactor(
  transaction: PoolClient,
  { userId, resetAt, metadata, key }: Removal,
): Promise<void> {
  const { rowCount } = await transaction.query(
    'delete from second_factor where user_id = $1 and enabled_at <= $2',
    [userId, resetAt],
  )
  if (rowCount === 0) return
  await transaction.query('delete from recovery_code where user_id = $1', [userId])
  const { rows: passkeys } = await transaction.query<{ id: string }>(
    'delete from passkey where user_id = $1 and created_at <= $2 returning id',
    [userId, resetAt],
  )
  await endSessions(transaction, userId)
  const command = { type: 'DisableSecondFactor', at: resetAt } as const
  await addJob(transaction, recordChangeTask, { userId, key, command, metadata })
  for (const { id } of passkeys) await addJob(transaction, recordChangeTask, removalOf(id))

  function removalOf(passkeyId: string) {
    const command = { type: 'RemovePasskey', passkeyId, at: resetAt } as const
    return { userId, key: `${key}, passkey ${passkeyId}`, command, metadata }
  }
}
