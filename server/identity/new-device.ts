import * as z from 'zod/mini'
import { defineTask } from '#server/platform/jobs.ts'
import { deviceName } from '#shared/device-name.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { sendSecurityMail } from './owner-mails.ts'

export const newDeviceTask = defineTask(
  'identity.new-device',
  z.object({ userId: z.string(), userAgent: z.string(), at: z.string(), key: z.string() }),
  'mail',
  { isPersonal: true },
)

/** Notifies a user of a log-in from a device that they have not used before. */
export function sendNewDevice(
  context: Parameters<typeof sendSecurityMail>[0],
  { userId, userAgent, at, key }: ReturnType<typeof newDeviceTask.payload.parse>,
): Promise<void> {
  return sendSecurityMail(context, {
    userId,
    letter: () => ({
      subject: t('New device logged in to {operatorName}', { operatorName: operator.name }),
      paragraphs: [
        t('A device that you have not used before logged in to your account.'),
        t('Device: {device}', { device: deviceName(userAgent) }),
        t('Time: {time}', { time: inUtc(at) }),
        t(
          'After your password is changed or your second factor is reset, each of your other devices counts as new again.',
        ),
        t(
          'If it was you, you do not need to do anything. If not, end the session under Profile, Devices, and change your password.',
        ),
      ],
    }),
    key,
  })
}
