import * as z from 'zod/mini'
import { eventFollower } from '#server/events/follower.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import { reopenForName, reopenForReview, takeBackForReview } from './decide-reopening.ts'
import { takeBack } from './take-back.ts'

const nameTask = defineTask(
  'kyc.reopen-for-name',
  z.object({ userId: z.string(), changedAt: z.string(), position: z.string() }),
)

const nameChange = z.object({ changedAt: z.string() })

/** Follows the log and adds a job for each change of a name. */
export const nameChanges = eventFollower({
  name: 'kyc-name-changes',
  types: ['NameChanged'],
  newTypes: 'past',
  handle: async (events, transaction) => {
    for (const { stream, data, position } of events) {
      const { changedAt } = nameChange.parse(data)
      const userId = stream.slice('user-'.length)
      await addJob(transaction, nameTask, { userId, changedAt, position: String(position) })
    }
  },
})

const reviewTask = defineTask(
  'kyc.reopen-for-review',
  z.object({
    stream: z.string(),
    reason: z.nullable(z.string()),
    askedBy: z.string(),
    askedAt: z.string(),
  }),
)

const rejection = z.object({
  requireReverification: z.boolean(),
  reason: z.nullable(z.string()),
  reviewedBy: z.string(),
  reviewedAt: z.string(),
})

/** Follows the log and adds a job for each rejection that asks its user to verify again. */
export const reverifications = eventFollower({
  name: 'kyc-reverifications',
  // Earlier rejections asked for it only in the text of the result.
  from: 'now',
  types: ['DepositRejected', 'WithdrawalRejected'],
  newTypes: 'next',
  handle: async (events, transaction) => {
    for (const { stream, data } of events) {
      const { requireReverification, reason, reviewedBy, reviewedAt } = rejection.parse(data)
      if (!requireReverification) continue
      const asked = { stream, reason, askedBy: reviewedBy, askedAt: reviewedAt }
      await addJob(transaction, reviewTask, asked)
    }
  },
})

type Needs = Pick<Services, 'pool' | 'log'>

export function reopenTasks(needs: Needs): TaskHandler[] {
  return [
    handleTask(nameTask, async ({ userId, changedAt, position }) => {
      const owner = await findUserNo(needs.pool, userId)
      if (owner === undefined) return
      const cause = systemCause(
        `reopen verification ${position}`,
        { reopen: userId, position },
        changedAt,
        userId,
      )
      await takeBack(needs, { ...cause, userId, owner }, (state) =>
        reopenForName(state, { changedAt }),
      )
    }),
    handleTask(reviewTask, async ({ stream, ...asked }) => {
      const { rows } = await needs.pool.query<{ user_id: string; user_no: string }>(
        'select p.user_id, p.user_no from document d join person p on p.user_no = d.owner where d.stream = $1',
        [stream],
      )
      const [person] = rows
      if (!person) return
      const { user_id: userId, user_no: userNo } = person
      const of = { userId, owner: BigInt(userNo) }
      const { askedAt } = asked
      const taking = systemCause(`take back for ${stream}`, { takeBack: stream }, askedAt, stream)
      await takeBack(needs, { ...taking, ...of }, (state) => takeBackForReview(state, asked))
      const cause = systemCause(`verify again ${stream}`, { reopen: stream }, askedAt, stream)
      await takeBack(needs, { ...cause, ...of }, (state) =>
        reopenForReview(state, { ...asked, userId, userNo, askedIn: stream }),
      )
    }),
  ]
}
