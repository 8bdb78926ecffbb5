import * as z from 'zod/mini'
import type { Letter } from '#server/platform/mail.ts'
import { displayedNameOf } from '#server/queries/people.ts'
import { isStaff, ROLES } from '#shared/rules/permissions.ts'
import { t } from '#shared/text/t.ts'
import { staffMails } from './staff-mails.ts'

const granted = z.object({ role: z.enum(ROLES), reason: z.string() })

/** Notifies all staff when a person gets or loses the staff role. */
export const roleMails = staffMails({
  name: 'role-mails',
  taskName: 'identity.role-mail',
  keyPrefix: 'role',
  types: ['RoleGranted'],
  content: z.object({
    /** The user whose role changed. */
    subjectId: z.string(),
    ...granted.shape,
  }),
  contentOf: ({ stream, data }) => ({
    subjectId: stream.slice('user-'.length),
    ...granted.parse(data),
  }),
  letterOf: async ({ subjectId, role, reason }, { pool, publicUrl }) => {
    const person = await displayedNameOf(pool, subjectId)
    if (person === undefined) return null
    const url = `${publicUrl}/admin/audit?type=RoleGranted`
    const letterOf = isStaff(role) ? grantLetter : revocationLetter
    return () => letterOf({ person, reason, url })
  },
})

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

function revocationLetter({ person, reason, url }: LetterContent): Letter {
  return {
    subject: t('Staff role revoked from {person}', { person }),
    paragraphs: [
      t('{person} is no longer a member of staff.', { person }),
      t('Reason given on the server: {reason}', { reason }),
      t('If you did not expect this, find out immediately who can run commands on the server.'),
    ],
    link: { label: t('Open the audit'), url },
  }
}
