import * as z from 'zod/mini'
import { defineTask } from '#server/platform/jobs.ts'
import type { IdentityContext } from './identity-context.ts'
import { NOTICE_NAMES, noticeMail } from './mails.ts'

/** Tells a person that something happened to their account. */
export const noticeTask = defineTask(
  'identity.notice',
  z.object({ userId: z.string(), notice: z.enum(NOTICE_NAMES), key: z.string() }),
)

export async function sendNotice(
  { pool, mailer }: Pick<IdentityContext, 'pool' | 'mailer'>,
  { userId, notice, key }: z.output<typeof noticeTask.payload>,
): Promise<void> {
  const { rows } = await pool.query<{ email: string }>(
    'select email from person where user_id = $1',
    [userId],
  )
  const [person] = rows
  if (person) await mailer.sendOnce(`notice ${key}`, noticeMail(person.email, notice))
}
