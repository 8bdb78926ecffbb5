import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import type { Features } from '#server/feature.ts'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import { operator } from '#shared/operator/company.ts'
import { FREEZE_HOURS, FREEZE_LINK_DAYS } from '#shared/rules/withdrawal-freeze.ts'
import { t } from '#shared/text/t.ts'
import type { IdentityContext } from './identity-context.ts'
import { findOwnerOf, findRecipient } from './recipients.ts'
import { freezeLink } from './withdrawal-freeze.ts'

type MailContext = Pick<IdentityContext, 'pool' | 'mailer' | 'secrets' | 'clock' | 'publicUrl'>

/** Notifies the owner of a stream of an event that a thief could have caused. */
export const ownerMailTask = defineTask(
  'identity.owner-mail-of-event',
  z.object({
    stream: z.string(),
    type: z.string(),
    data: z.record(z.string(), z.unknown()),
    key: z.string(),
  }),
  'mail',
)

/** Follows the log and adds the mails that features declare. */
export function ownerMails({ ownerMails: mails }: Pick<Features, 'ownerMails'>): Follower {
  return eventFollower({
    name: 'owner-mails',
    // No mails are sent for events from before this feature existed.
    from: 'now',
    types: [...mails.keys()],
    newTypes: 'next',
    handle: async (events, transaction) => {
      for (const event of events) {
        const { type, stream, data } = event
        const key = effectKey(event)
        await addJob(transaction, ownerMailTask, { stream, type, data, key })
      }
    },
  })
}

export async function sendOwnerMail(
  context: MailContext,
  { ownerMails: mails }: Pick<Features, 'ownerMails'>,
  { stream, type, data, key }: z.output<typeof ownerMailTask.payload>,
): Promise<void> {
  const mailOf = mails.get(type)
  const owner = mailOf && (await findOwnerOf(context.pool, stream))
  if (!owner) return
  const letter = () => {
    const { subject, text } = mailOf(data as never)
    return { subject, paragraphs: [text] }
  }
  await sendSecurityMail(context, { ...owner, letter, key })
}

interface SecurityMail {
  readonly userId: string
  readonly letter: () => Letter
  /** Identifies the mail: it is sent once, and every attempt contains the same link. */
  readonly key: string
}

/** The only way to send a security mail to a user: it contains a link that freezes withdrawals. */
export async function sendSecurityMail(
  context: MailContext,
  { userId, letter, key }: SecurityMail,
): Promise<void> {
  const recipient = await findRecipient(context.pool, userId)
  if (!recipient) return
  const url = await freezeLink(context, { userId, key })
  const mail = writeLetter(recipient, () => {
    const { subject, paragraphs } = letter()
    return {
      subject,
      paragraphs: [
        ...paragraphs,
        t(
          'If you did not do or request this, open the link below immediately. It freezes all withdrawals for {hours, plural, one {# hour} other {# hours}}, and you do not need to log in. It works once, for {days, plural, one {# day} other {# days}}. Then change your password and write to {supportEmail}.',
          {
            hours: FREEZE_HOURS,
            days: FREEZE_LINK_DAYS,
            supportEmail: operator.supportEmail,
          },
        ),
      ],
      link: { label: t('Freeze withdrawals'), url },
    }
  })
  await context.mailer.sendOnce(`notice ${key}`, mail)
}
