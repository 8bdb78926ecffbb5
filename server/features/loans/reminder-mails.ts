import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { eventFollower } from '#server/events/follower.ts'
import { findOwnerOf } from '#server/identity/recipients.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import type { Services } from '#server/services.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { overdueAfter } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'

const REMINDERS = ['LoanDueSoon', 'LoanOverdue'] as const satisfies readonly EventType[]

const mailTask = defineTask(
  'loans.mail-reminder',
  z.object({
    loanStream: z.string(),
    reminder: z.enum(REMINDERS),
    dueAt: z.string(),
    key: z.string(),
  }),
  'mail',
)

const eventData = z.object({ dueAt: z.string() })

/** Follows the log and adds a mail for each reminder. */
export const loanMails = eventFollower({
  name: 'loan-mails',
  types: REMINDERS,
  newTypes: 'next',
  handle: async (events, transaction) => {
    for (const event of events) {
      const { type, stream, data } = event
      const reminder = REMINDERS.find((name) => name === type)
      if (!reminder) continue
      const { dueAt } = eventData.parse(data)
      const key = effectKey(event)
      await addJob(transaction, mailTask, { loanStream: stream, reminder, dueAt, key })
    }
  },
})

export function loanTasks({ pool, identity }: Pick<Services, 'pool' | 'identity'>): TaskHandler[] {
  return [
    handleTask(mailTask, async ({ loanStream, reminder, dueAt, key }) => {
      const owner = await findOwnerOf(pool, loanStream)
      if (!owner) return
      const url = `${identity.publicUrl}/?open=loan-history`
      const mail = writeLetter(owner, () => reminderLetter(reminder, { dueAt, url }))
      await identity.mailer.sendOnce(`loan reminder ${key}`, mail)
    }),
  ]
}

/** Contains no amount: it may change every day, and the loan history shows the current one. */
function reminderLetter(
  reminder: (typeof REMINDERS)[number],
  { dueAt, url }: { readonly dueAt: string; readonly url: string },
): Letter {
  const operatorName = operator.name
  const time = inUtc(dueAt)
  const link = { label: t('View and repay your loan'), url }
  if (reminder === 'LoanDueSoon') {
    return {
      subject: t('Your {operatorName} loan is due soon', { operatorName }),
      paragraphs: [
        t('Your loan is due on {time}.', { time }),
        t(
          'From {time}, the late penalty in your loan agreement is added for each day until you repay.',
          { time: inUtc(overdueAfter(dueAt)) },
        ),
      ],
      link,
    }
  }
  return {
    subject: t('Your {operatorName} loan is overdue', { operatorName }),
    paragraphs: [
      t('Your loan was due on {time} and has not been repaid.', { time }),
      t('The late penalty in your loan agreement is added for each day until you repay.'),
    ],
    link,
  }
}
