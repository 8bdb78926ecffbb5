import type { EventType } from '#server/events/catalog.ts'
import { eventFollower } from '#server/events/subscription.ts'
import { addJob, handleTask, type ScheduledTask, type TaskHandler } from '#server/platform/jobs.ts'
import { cleanUp } from './clean-up.ts'
import type { IdentityContext } from './identity-context.ts'
import type { Notice } from './mails.ts'
import { noticeTask, sendNotice } from './notices.ts'
import { recoverTask, sendRecovery } from './password-change.ts'
import { finishSignUp, finishSignUpTask } from './sign-up.ts'
import { recordChange, recordChangeTask } from './user-commands.ts'

/** The durable work of identity: its mails, and the events that follow from changed secrets. */
export function identityTasks(context: IdentityContext): TaskHandler[] {
  return [
    handleTask(finishSignUpTask, (payload) => finishSignUp(context, payload)),
    handleTask(recoverTask, (payload) => sendRecovery(context, payload)),
    handleTask(noticeTask, (payload) => sendNotice(context, payload)),
    handleTask(recordChangeTask, (payload) => recordChange(context, payload)),
  ]
}

export function identitySchedule(context: IdentityContext): ScheduledTask[] {
  return [{ name: 'identity.clean-up', at: '17 * * * *', run: () => cleanUp(context) }]
}

const NOTIFIED = [
  'PasswordChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
] as const satisfies readonly (EventType & Notice)[]

/** Follows the log and adds a mail for each event that the owner of an account must know of. */
export const identityMails = eventFollower({
  name: 'identity-mails',
  types: NOTIFIED,
  handle: async (events, transaction) => {
    for (const { type, stream, position, metadata } of events) {
      const told = NOTIFIED.find((name) => name === type)
      if (!told) continue
      const isByStaff = told === 'PasswordChanged' && metadata.actor.kind === 'admin'
      const notice: Notice = isByStaff ? 'PasswordChangedByStaff' : told
      const userId = stream.slice('user-'.length)
      await addJob(transaction, noticeTask, { userId, notice, key: `event ${position}` })
    }
  },
})
