import * as z from 'zod/mini'
import { handleCommand } from '#server/events/handle-command.ts'
import { eventFollower } from '#server/events/subscription.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/run-command.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { deleteApplicant } from './applicants.ts'
import { kyc, reopenForName } from './decider.ts'

const reopenTask = defineTask(
  'kyc.reopen-for-name',
  z.object({ userId: z.string(), changedAt: z.string(), position: z.string() }),
)

const nameChange = z.object({ changedAt: z.string() })

/** Follows the log and adds a job for each change of a name. */
export const nameChanges = eventFollower({
  name: 'kyc-name-changes',
  types: ['NameChanged'],
  handle: async (events, transaction) => {
    for (const { stream, data, position } of events) {
      const { changedAt } = nameChange.parse(data)
      const userId = stream.slice('user-'.length)
      await addJob(transaction, reopenTask, { userId, changedAt, position: String(position) })
    }
  },
})

export function kycTasks({ pool, log }: Pick<Services, 'pool' | 'log'>): TaskHandler[] {
  return [
    handleTask(reopenTask, async ({ userId, changedAt, position }) => {
      const owner = await findUserNo(pool, userId)
      if (owner === undefined) return
      let submissionId: string | undefined
      const asked = { reopen: userId, position }
      const result = await handleCommand(log, {
        ...systemCause(`reopen verification ${position}`, asked, changedAt, userId),
        aggregate: kyc,
        id: userId,
        owner,
        decideWith: (state) => {
          submissionId = state.submissionId
          return reopenForName(state, { changedAt })
        },
      })
      const isReset = result.outcome === 'done' && !result.replayed
      if (isReset && submissionId) await deleteApplicant(pool, submissionId)
    }),
  ]
}
