import * as z from 'zod/mini'
import { eventFollower } from '#server/events/follower.ts'
import { findRecipient } from '#server/identity/recipients.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { writeLetter } from '#server/platform/mail.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import type { Services } from '#server/services.ts'
import { operator } from '#shared/operator/company.ts'
import { serviceTimes } from '#shared/operator/service-times.ts'
import { t } from '#shared/text/t.ts'

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
  newTypes: 'next',
  handle: async (events, transaction) => {
    for (const event of events) {
      const { userId } = reopened.parse(event.data)
      await addJob(transaction, mailTask, { userId, key: effectKey(event) })
    }
  },
})

export function reverificationMailTasks({
  pool,
  identity,
}: Pick<Services, 'pool' | 'identity'>): TaskHandler[] {
  return [
    handleTask(mailTask, async ({ userId, key }) => {
      const recipient = await findRecipient(pool, userId)
      if (!recipient) return
      const url = `${identity.publicUrl}/?open=verification`
      const mail = writeLetter(recipient, () => ({
        subject: t('Verify your identity again for {operatorName}', {
          operatorName: operator.name,
        }),
        paragraphs: [
          // The reason is shown only in the app: other people may read a mail.
          t(
            'When we reviewed one of your requests, we found that you need to verify your identity again. Open the app to see the reason.',
          ),
          t(
            'Your withdrawals and loan applications cannot be approved until your new verification is approved. A review typically takes {duration}.',
            { duration: serviceTimes.verificationReview },
          ),
        ],
        link: { label: t('Verify again'), url },
      }))
      await identity.mailer.sendOnce(`reverification ${key}`, mail)
    }),
  ]
}
