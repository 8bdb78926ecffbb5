import * as z from 'zod/mini'
import { defineTask } from '#server/platform/jobs.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { sendSecurityMail } from './owner-mails.ts'

export const newDeviceTask = defineTask(
  'identity.new-device',
  z.object({ userId: z.string(), device: z.string(), at: z.string(), key: z.string() }),
  'mail',
)

/** Tells a user of a log-in from a device that they have not used before. */
export function sendNewDevice(
  context: Parameters<typeof sendSecurityMail>[0],
  { userId, device, at, key }: ReturnType<typeof newDeviceTask.payload.parse>,
): Promise<void> {
  return sendSecurityMail(context, {
    userId,
    subject: `New device logged in to ${operator.name}`,
    paragraphs: [
      'A device that you have not used before logged in to your account.',
      `Device: ${device}`,
      `Time: ${inUtc(at)}`,
      'If it was you, there is nothing to do. If not, end the session under "Devices" in your profile and change your password.',
    ],
    key,
  })
}
