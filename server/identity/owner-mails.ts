import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/subscription.ts'
import type { Features } from '#server/feature.ts'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import { type Mail, writeLetter } from '#server/platform/mail.ts'
import { operator } from '#shared/operator/company.ts'
import { FREEZE_HOURS, FREEZE_LINK_DAYS } from '#shared/rules/withdrawal-freeze.ts'
import type { IdentityContext } from './identity-context.ts'
import { freezeLink } from './withdrawal-freeze.ts'

type MailContext = Pick<IdentityContext, 'pool' | 'mailer' | 'secrets' | 'clock' | 'publicUrl'>

/** Tells the owner of a stream about an event that a thief could have caused. */
export const ownerMailTask = defineTask(
  'identity.owner-mail',
  z.object({ stream: z.string(), subject: z.string(), text: z.string(), key: z.string() }),
  'mail',
)

/** Follows the log and adds the mails that features declare. */
export function ownerMails({ ownerMails: mails }: Pick<Features, 'ownerMails'>): Follower {
  return eventFollower({
    name: 'owner-mails',
    // Events from before these mails existed send none.
    from: 'now',
    types: [...mails.keys()],
    handle: async (events, transaction) => {
      for (const { type, stream, data, position } of events) {
        const mail = mails.get(type)?.(data as never)
        if (mail)
          await addJob(transaction, ownerMailTask, { stream, ...mail, key: `event ${position}` })
      }
    },
  })
}

export async function sendOwnerMail(
  context: MailContext,
  { stream, subject, text, key }: z.output<typeof ownerMailTask.payload>,
): Promise<void> {
  const { rows } = await context.pool.query<{ userId: string }>(
    `select p.user_id as "userId"
     from document d join person p on p.user_no = d.owner where d.stream = $1`,
    [stream],
  )
  const [owner] = rows
  if (owner) await sendSecurityMail(context, { ...owner, subject, paragraphs: [text], key })
}

interface SecurityMail extends Pick<Mail, 'subject'> {
  readonly userId: string
  readonly paragraphs: readonly string[]
  /** Names the mail: it is sent once, and every try carries the same link. */
  readonly key: string
}

/** The one way to mail a user about their security: with a link that freezes withdrawals. */
export async function sendSecurityMail(
  context: MailContext,
  { userId, subject, paragraphs, key }: SecurityMail,
): Promise<void> {
  const { rows } = await context.pool.query<{ email: string }>(
    'select email from person where user_id = $1',
    [userId],
  )
  const [person] = rows
  if (!person) return
  const url = await freezeLink(context, { userId, key })
  const mail = writeLetter({
    to: person.email,
    subject,
    paragraphs: [
      ...paragraphs,
      `If this was not you, open the link below at once. It freezes all withdrawals for ${FREEZE_HOURS} hours, without logging in; it works once, for ${FREEZE_LINK_DAYS} days. Then change your password, and write to ${operator.supportEmail}.`,
    ],
    link: { label: 'Freeze withdrawals', url },
  })
  await context.mailer.sendOnce(`notice ${key}`, mail)
}
