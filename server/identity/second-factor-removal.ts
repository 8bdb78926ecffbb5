import type { PoolClient } from 'pg'
import type { Metadata } from '#server/events/log.ts'
import { addJob } from '#server/platform/jobs.ts'
import { endSessions } from './sessions.ts'
import { recordChangeTask } from './user-commands.ts'

interface Removal {
  readonly userId: string
  /** What was set up later stays. */
  readonly resetAt: string
  readonly metadata: Metadata
  readonly key: string
}

/** Takes a lost second factor away and ends all sessions. The job records it and mails the owner. */
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
  await endSessions(transaction, userId)
  const command = { type: 'DisableSecondFactor', at: resetAt } as const
  await addJob(transaction, recordChangeTask, { userId, key, command, metadata })
}
