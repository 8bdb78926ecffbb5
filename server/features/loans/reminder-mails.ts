import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { eventFollower } from '#server/events/subscription.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Mail, writeLetter } from '#server/platform/mail.ts'
import type { Services } from '#server/services.ts'
import { operator } from '#shared/operator/company.ts'

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
  handle: async (events, transaction) => {
    for (const { type, stream, position, data } of events) {
      const reminder = REMINDERS.find((name) => name === type)
      if (!reminder) continue
      const { dueAt } = eventData.parse(data)
      const key = `event ${position}`
      await addJob(transaction, mailTask, { loanStream: stream, reminder, dueAt, key })
    }
  },
})

export function loanTasks({ pool, identity }: Pick<Services, 'pool' | 'identity'>): TaskHandler[] {
  return [
    handleTask(mailTask, async ({ loanStream, reminder, dueAt, key }) => {
      const { rows } = await pool.query<{ email: string }>(
        `select p.email from document d join person p on p.user_no = d.owner where d.stream = $1`,
        [loanStream],
      )
      const [person] = rows
      if (!person) return
      const url = `${identity.publicUrl}/?open=loan-history`
      const mail = reminderMail(reminder, { to: person.email, dueAt, url })
      await identity.mailer.sendOnce(`loan reminder ${key}`, mail)
    }),
  ]
}

/** Names no amount: it may change with every day, and the loan history shows it as it stands. */
function reminderMail(
  reminder: (typeof REMINDERS)[number],
  { to, dueAt, url }: { readonly to: string; readonly dueAt: string; readonly url: string },
): Mail {
  const day = dueAt.slice(0, 10)
  const link = { label: 'Look at the loan and repay it', url }
  if (reminder === 'LoanDueSoon') {
    return writeLetter({
      to,
      subject: `Your ${operator.name} loan is due soon`,
      paragraphs: [
        `Your loan is due on ${day}.`,
        'After that day the late penalty of your agreement is added for each day.',
      ],
      link,
    })
  }
  return writeLetter({
    to,
    subject: `Your ${operator.name} loan is overdue`,
    paragraphs: [
      `Your loan was due on ${day} and has not been repaid.`,
      'The late penalty of your agreement is added for each day.',
    ],
    link,
  })
}
