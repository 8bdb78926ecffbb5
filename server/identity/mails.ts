import * as z from 'zod/mini'
import { defineTask } from '#server/platform/jobs.ts'
import { type Mail, writeLetter } from '#server/platform/mail.ts'
import { operator } from '#shared/operator/company.ts'
import { CONFIRMATION_HOURS, RECOVERY_HOURS } from '#shared/rules/identity.ts'
import type { IdentityContext } from './identity-context.ts'
import { sendSecurityMail } from './owner-mails.ts'

export function confirmationMail(to: string, url: string): Mail {
  return writeLetter({
    to,
    subject: `Confirm your email for ${operator.name}`,
    paragraphs: [
      `Somebody, we hope you, signed up for ${operator.name} with this address.`,
      `Confirm it to log in. The link holds for ${CONFIRMATION_HOURS} hours and works once.`,
      `Did you install ${operator.name}? The link opens in your browser: confirm there, then return to the app and log in.`,
    ],
    link: { label: 'Confirm email', url },
  })
}

export function alreadyRegisteredMail(to: string, publicUrl: string): Mail {
  return writeLetter({
    to,
    subject: `You already have a ${operator.name} account`,
    paragraphs: [
      'Somebody tried to sign up with this address, which has an account already.',
      'If it was you, log in, or ask for a new password on the log-in page. Nothing was changed.',
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

export function recoveryMail(to: string, url: string): Mail {
  return writeLetter({
    to,
    subject: `Set a new ${operator.name} password`,
    paragraphs: [
      'A new password was asked for with this address. If it was not you, do nothing.',
      `The link holds for ${RECOVERY_HOURS} hour and works once.`,
    ],
    link: { label: 'Set a new password', url },
  })
}

export function deletionMail(to: string, by: 'owner' | 'staff'): Mail {
  const who = by === 'owner' ? 'as you asked' : 'by our staff'
  return writeLetter({
    to,
    subject: `Your ${operator.name} account is deleted`,
    paragraphs: [
      `Your account was deleted ${who}: your name, addresses, documents, pictures and messages are erased. The ledger stays and names nobody.`,
      by === 'owner'
        ? `If this was not you, write to ${operator.supportEmail} at once.`
        : `If you do not know why, write to ${operator.supportEmail}.`,
    ],
  })
}

const NOTICES = {
  PasswordChanged: {
    subject: 'Your password was changed',
    text: 'Your password was changed and your other sessions were ended.',
  },
  PasswordChangedByStaff: {
    subject: 'Your password was changed by our staff',
    text: 'Our staff set a new password for you, and all your sessions were ended. Set one of your own as soon as you are logged in.',
  },
  SecondFactorEnabled: {
    subject: 'Your second factor is on',
    text: 'From now on logging in needs a code of your authenticator app. New recovery codes were handed out.',
  },
  SecondFactorDisabled: {
    subject: 'Your second factor is off',
    text: 'Logging in no longer needs a code of your authenticator app.',
  },
  SecondFactorResetByStaff: {
    subject: 'Your second factor was reset by our staff',
    text: 'Two members of our staff turned your second factor off because it was lost. Your passkeys were removed and all your sessions were ended. Log in and set up a new one. Nothing can be withdrawn for 48 hours.',
  },
  PasskeyAdded: {
    subject: 'A passkey was added',
    text: 'From now on this passkey logs in to your account, without your password.',
  },
  PasskeyRemoved: {
    subject: 'A passkey was removed',
    text: 'This passkey no longer logs in to your account. Withdrawals are on hold for 24 hours.',
  },
  RecoveryCodesRenewed: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes of your second factor were handed out. The old ones no longer work.',
  },
  SessionReused: {
    subject: 'We ended one of your sessions',
    text: 'An outdated key of one of your sessions was used. It may have been copied, so the session was ended. If you do not know why, change your password.',
  },
  SessionCopied: {
    subject: 'We ended one of your sessions',
    text: 'A session of yours was used from a device that it does not belong to. Its secret may have been copied, so the session was ended. If you do not know why, change your password.',
  },
} as const

export type Notice = keyof typeof NOTICES
const NOTICE_NAMES = Object.keys(NOTICES) as Notice[]

/** Tells a user about a change of their account. */
export const noticeTask = defineTask(
  'identity.notice',
  z.object({ userId: z.string(), notice: z.enum(NOTICE_NAMES), key: z.string() }),
  'mail',
)

export async function sendNotice(
  context: Pick<IdentityContext, 'pool' | 'mailer' | 'secrets' | 'clock' | 'publicUrl'>,
  { userId, notice, key }: z.output<typeof noticeTask.payload>,
): Promise<void> {
  const { subject, text } = NOTICES[notice]
  await sendSecurityMail(context, { userId, subject, paragraphs: [text], key })
}
