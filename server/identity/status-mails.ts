import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { namedByIds, namesOf } from '#server/queries/people.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import type { IdentityContext } from './identity-context.ts'
import { findRecipient } from './recipients.ts'
import { staffMails } from './staff-mails.ts'

const MAILED = ['UserDisabled', 'UserEnabled'] as const satisfies readonly EventType[]

const mailedType = z.enum(MAILED)

const statusMailTask = defineTask(
  'identity.status-mail',
  z.object({
    /** The recipient. */
    userId: z.string(),
    /** The member of staff who was disabled or enabled. */
    subjectId: z.string(),
    type: mailedType,
    actorId: z.nullable(z.string()),
    key: z.string(),
  }),
  'mail',
)

/** Notifies all staff when a member of staff is disabled or enabled. */
export const statusMails = staffMails({
  name: 'status-mails',
  types: MAILED,
  only: ({ data }) => (data as { readonly role?: string }).role !== undefined,
  task: statusMailTask,
  payloadOf: ({ stream, type, metadata }, { userId, key }) => ({
    userId,
    subjectId: stream.slice('user-'.length),
    type: mailedType.parse(type),
    actorId: metadata.actor.id ?? null,
    key: `status ${key} ${userId}`,
  }),
})

export function statusMailHandler({
  pool,
  mailer,
  publicUrl,
}: Pick<IdentityContext, 'pool' | 'mailer' | 'publicUrl'>): TaskHandler {
  return handleTask(statusMailTask, async ({ userId, subjectId, type, actorId, key }) => {
    const recipient = await findRecipient(pool, userId)
    const [subject] = await namedByIds(pool, [subjectId])
    if (!recipient || !subject) return
    const names = await namesOf(pool, actorId === null ? [] : [actorId])
    const by = (actorId === null ? undefined : names.get(actorId)) ?? operator.name
    const person = subject.name || subject.email || subject.displayId
    const url = `${publicUrl}/admin/audit?type=${type}`
    const letterOf = type === 'UserDisabled' ? disabledLetter : enabledLetter
    await mailer.sendOnce(
      key,
      writeLetter(recipient, () => letterOf({ person, by, url })),
    )
  })
}

interface LetterContent {
  readonly person: string
  readonly by: string
  readonly url: string
}

function disabledLetter({ person, by, url }: LetterContent): Letter {
  return {
    subject: t('Member of staff disabled: {person}', { person }),
    paragraphs: [
      t('{by} disabled the account of {person}, who is a member of staff.', { by, person }),
      t('First approvals and pending proposals by {person} no longer count.', { person }),
      t(
        'If you did not expect this, find out why immediately. A person who wants to act unobserved could disable the colleagues who would object.',
      ),
    ],
    link: { label: t('Open the audit'), url },
  }
}

function enabledLetter({ person, by, url }: LetterContent): Letter {
  return {
    subject: t('Member of staff enabled: {person}', { person }),
    paragraphs: [
      t('{by} enabled the account of {person}, who is a member of staff.', { by, person }),
      t('{person} can approve again immediately.', { person }),
      t('If you did not expect this, disable the account immediately and find out why.'),
    ],
    link: { label: t('Open the audit'), url },
  }
}
