import * as z from 'zod/mini'
import { defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { namedByIds } from '#server/queries/people.ts'
import { isStaff, ROLES } from '#shared/rules/permissions.ts'
import { t } from '#shared/text/t.ts'
import type { IdentityContext } from './identity-context.ts'
import { findRecipient } from './recipients.ts'
import { staffMails } from './staff-mails.ts'

const granted = z.object({ role: z.enum(ROLES), reason: z.string() })

const roleMailTask = defineTask(
  'identity.role-mail',
  z.object({
    /** The recipient. */
    userId: z.string(),
    /** The user whose role changed. */
    subjectId: z.string(),
    ...granted.shape,
    key: z.string(),
  }),
  'mail',
)

/** Notifies all staff when a person gets or loses the staff role. */
export const roleMails = staffMails({
  name: 'role-mails',
  types: ['RoleGranted'],
  task: roleMailTask,
  payloadOf: ({ stream, data }, { userId, key }) => ({
    ...granted.parse(data),
    userId,
    subjectId: stream.slice('user-'.length),
    key: `role ${key} ${userId}`,
  }),
})

export function roleMailHandler({
  pool,
  mailer,
  publicUrl,
}: Pick<IdentityContext, 'pool' | 'mailer' | 'publicUrl'>): TaskHandler {
  return handleTask(roleMailTask, async ({ userId, subjectId, role, reason, key }) => {
    const recipient = await findRecipient(pool, userId)
    const [subject] = await namedByIds(pool, [subjectId])
    if (!recipient || !subject) return
    const person = subject.name || subject.email || subject.displayId
    const url = `${publicUrl}/admin/audit?type=RoleGranted`
    const letterOf = isStaff(role) ? grantLetter : withdrawalLetter
    await mailer.sendOnce(
      key,
      writeLetter(recipient, () => letterOf({ person, reason, url })),
    )
  })
}

interface LetterContent {
  readonly person: string
  readonly reason: string
  readonly url: string
}

function grantLetter({ person, reason, url }: LetterContent): Letter {
  return {
    subject: t('Staff role granted to {person}', { person }),
    paragraphs: [
      t('{person} is now a member of staff, and can give second approvals immediately.', {
        person,
      }),
      t('Reason given on the server: {reason}', { reason }),
      t(
        'If you did not expect this, disable the account immediately and find out who can run commands on the server.',
      ),
    ],
    link: { label: t('Open the audit'), url },
  }
}

function withdrawalLetter({ person, reason, url }: LetterContent): Letter {
  return {
    subject: t('Staff role withdrawn from {person}', { person }),
    paragraphs: [
      t('{person} is no longer a member of staff.', { person }),
      t('Reason given on the server: {reason}', { reason }),
      t('If you did not expect this, find out immediately who can run commands on the server.'),
    ],
    link: { label: t('Open the audit'), url },
  }
}
