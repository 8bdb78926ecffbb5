import * as z from 'zod/mini'
import { defineTask } from '#server/platform/jobs.ts'
import { formatDateTime } from '#shared/format.ts'
import type { IdentityContext } from './identity-context.ts'
import { newDeviceMail } from './mails.ts'

export const newDeviceTask = defineTask(
  'identity.new-device',
  z.object({ userId: z.string(), device: z.string(), at: z.string(), key: z.string() }),
  'mail',
)

/** Tells a user of a log-in from a device that they have not used before. */
export async function sendNewDevice(
  { pool, mailer, publicUrl }: Pick<IdentityContext, 'pool' | 'mailer' | 'publicUrl'>,
  { userId, device, at, key }: ReturnType<typeof newDeviceTask.payload.parse>,
): Promise<void> {
  const { rows } = await pool.query<{ email: string }>(
    'select email from person where user_id = $1',
    [userId],
  )
  const [person] = rows
  if (!person) return
  const when = `${formatDateTime(at, 'UTC')} UTC`
  await mailer.sendOnce(key, newDeviceMail(person.email, { device, when, publicUrl }))
}
