import * as z from 'zod/mini'
import { eventFollower } from '#server/events/subscription.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { writeLetter } from '#server/platform/mail.ts'
import type { Services } from '#server/services.ts'
import { operator } from '#shared/operator/company.ts'
import { serviceTimes } from '#shared/operator/service-times.ts'

const mailTask = defineTask(
  'kyc.mail-reverification',
  z.object({ userId: z.string(), key: z.string() }),
  'mail',
)

const reopened = z.object({ userId: z.string() })

/** Follows the log and adds a mail for each verification that a review reopens. */
export const reverificationMails = eventFollower({
  name: 'kyc-reverification-mails',
  from: 'now',
  types: ['KycReopened'],
  handle: async (events, transaction) => {
    for (const { data, position } of events) {
      const { userId } = reopened.parse(data)
      await addJob(transaction, mailTask, { userId, key: `event ${position}` })
    }
  },
})

export function reverificationMailTasks({
  pool,
  identity,
}: Pick<Services, 'pool' | 'identity'>): TaskHandler[] {
  return [
    handleTask(mailTask, async ({ userId, key }) => {
      const { rows } = await pool.query<{ email: string }>(
        'select email from person where user_id = $1',
        [userId],
      )
      const [person] = rows
      if (!person) return
      // The reason is read in the app: a mail may be read by others.
      const mail = writeLetter({
        to: person.email,
        subject: `Verify your identity again for ${operator.name}`,
        paragraphs: [
          'The review of one of your requests asks you to verify your identity again. The app shows the reason.',
          `Until the new verification is approved, no withdrawal and no loan can be approved. A review typically takes ${serviceTimes.verificationReview}.`,
        ],
        link: { label: 'Verify again', url: `${identity.publicUrl}/?open=verification` },
      })
      await identity.mailer.sendOnce(`reverification ${key}`, mail)
    }),
  ]
}
