import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { STATEMENT_EVENT } from '#shared/proofs/liability-statement.ts'
import { signersOf } from './log-signer.ts'
import { signCheckpoint } from './sign-checkpoint.ts'

const signTask = defineTask('signed-log.sign-statement', z.object({}))

/**
 * Signs the log as soon as it contains a new statement of liabilities, because every device waits
 * for the checkpoint that covers it.
 */
export const statementSigning: Follower = eventFollower({
  name: 'statement-signing',
  from: 'now',
  types: [STATEMENT_EVENT],
  newTypes: 'next',
  handle: (_, transaction) => addJob(transaction, signTask, {}, { key: signTask.name }),
})

export function signingTasks(services: Services): TaskHandler[] {
  const signers = signersOf(services.config)
  return [handleTask(signTask, () => signCheckpoint(services, signers))]
}
