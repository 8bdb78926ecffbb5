import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import { listCountedStaff } from '#server/facts/staff-members.ts'
import { addJobs, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import { namesOf } from '#server/queries/people.ts'
import { operator } from '#shared/operator/company.ts'
import { epochMsOf } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { findRecipient } from './recipients.ts'

type MailContext = Pick<IdentityContext, 'pool' | 'mailer' | 'publicUrl'>

interface StaffMailsDefinition<Content> {
  /** Of the follower. Stored in the database, like the other two names. */
  readonly name: string
  readonly taskName: string
  /** Distinguishes these mails from others about the same event. */
  readonly keyPrefix: string
  readonly types: readonly EventType[]
  /** Which of these events it is about; if absent, all. */
  readonly only?: (event: RecordedEvent) => boolean
  /** What a mail needs to know about its event; stored until the mail is sent. */
  readonly content: z.ZodMiniType<Content>
  readonly contentOf: (event: RecordedEvent) => NoInfer<Content>
  /** Writes the letter in the language of the recipient; null if no mail is to be sent any more. */
  readonly letterOf: (
    content: NoInfer<Content>,
    context: MailContext,
  ) => Promise<(() => Letter) | null>
}

interface StaffMails {
  readonly follower: Follower
  readonly handler: (context: MailContext) => TaskHandler
}

const addressee = z.object({
  userId: z.string(),
  /** Identifies the event and the recipient: a mail is sent once. */
  key: z.string(),
})

/**
 * Follows the log and sends a mail to each member of staff, including the actor, and to former
 * staff who left only days ago. These mails cannot be switched off.
 */
export function staffMails<Content>({
  name,
  taskName,
  keyPrefix,
  types,
  only = () => true,
  content,
  contentOf,
  letterOf,
}: StaffMailsDefinition<Content>): StaffMails {
  const task = defineTask(taskName, z.intersection(content, addressee), 'mail')
  return {
    follower: eventFollower({
      name,
      // No mails are sent for events from before this feature existed.
      from: 'now',
      types,
      newTypes: 'next',
      handle: async (events, transaction) => {
        for (const event of events.filter(only)) {
          const staff = await listCountedStaff(transaction, epochMsOf(event.metadata.at))
          const mails = staff.map(({ userId }) => {
            const key = `${keyPrefix} ${effectKey(event)} ${userId}`
            return { payload: { ...contentOf(event), userId, key } }
          })
          await addJobs(transaction, task, mails)
        }
      },
    }),
    handler: (context) =>
      handleTask(task, async (payload) => {
        const recipient = await findRecipient(context.pool, payload.userId)
        const letter = recipient && (await letterOf(payload, context))
        if (letter) await context.mailer.sendOnce(payload.key, writeLetter(recipient, letter))
      }),
  }
}

/** Who acted, for the text of a mail: the operator if it was not a person, or one who was deleted. */
export async function actorName(
  { pool }: Pick<MailContext, 'pool'>,
  actorId: string | null,
): Promise<string> {
  const names = await namesOf(pool, actorId === null ? [] : [actorId])
  return (actorId === null ? undefined : names.get(actorId)) ?? operator.name
}
