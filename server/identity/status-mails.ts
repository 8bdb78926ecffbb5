import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import type { Letter } from '#server/platform/mail.ts'
import { displayedNameOf } from '#server/queries/people.ts'
import { t } from '#shared/text/t.ts'
import { actorName, staffMails } from './staff-mails.ts'

const MAILED = ['UserDisabled', 'UserEnabled'] as const satisfies readonly EventType[]

const mailedType = z.enum(MAILED)

/** Notifies all staff when a member of staff is disabled or enabled. */
export const statusMails = staffMails({
  name: 'status-mails',
  taskName: 'identity.status-mail',
  keyPrefix: 'status',
  types: MAILED,
  only: ({ data }) => (data as { readonly role?: string }).role !== undefined,
  content: z.object({
    /** The member of staff who was disabled or enabled. */
    subjectId: z.string(),
    type: mailedType,
    actorId: z.nullable(z.string()),
  }),
  contentOf: ({ stream, type, metadata }) => ({
    subjectId: stream.slice('user-'.length),
    type: mailedType.parse(type),
    actorId: metadata.actor.id ?? null,
  }),
  letterOf: async ({ subjectId, type, actorId }, context) => {
    const person = await displayedNameOf(context.pool, subjectId)
    if (person === undefined) return null
    const by = await actorName(context, actorId)
    const url = `${context.publicUrl}/admin/audit?type=${type}`
    const letterOf = type === 'UserDisabled' ? disabledLetter : enabledLetter
    return () => letterOf({ person, by, url })
  },
})

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
        'If you did not expect this, find out why immediately. Disabling colleagues could be used to avoid their oversight.',
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
