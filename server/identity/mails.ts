import * as z from 'zod/mini'
import { defineTask } from '#server/platform/jobs.ts'
import { type Letter, type Mail, type Recipient, writeLetter } from '#server/platform/mail.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { keptAddresses, keptProofTerm } from '#shared/operator/legal.ts'
import { CONFIRMATION_HOURS, RECOVERY_HOURS } from '#shared/rules/identity.ts'
import { RESET_HOLD_HOURS, WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { msg, type Text, t, textOf, write } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { sendSecurityMail } from './owner-mails.ts'

const { name: operatorName, supportEmail } = operator

/** @param askedAt when the sign-up was made: there may be several for one address */
export function confirmationMail(to: Recipient, url: string, askedAt: Date): Mail {
  return writeLetter(to, () => ({
    subject: t('Confirm your email for {operatorName}', { operatorName }),
    paragraphs: [
      t('Please confirm this address to finish signing up for {operatorName}.', { operatorName }),
      t(
        'This is about the sign-up of {time}. Open the link only if that was you: your account gets the password that was chosen then.',
        { time: inUtc(instantOf(askedAt.getTime())) },
      ),
      t('The link works once and expires after {hours, plural, one {# hour} other {# hours}}.', {
        hours: CONFIRMATION_HOURS,
      }),
      t(
        'If you have installed the {operatorName} app: the link opens in your browser. Confirm there, then return to the app and log in.',
        { operatorName },
      ),
      t('If you did not sign up, you can ignore this email.'),
    ],
    link: { label: t('Confirm email'), url },
  }))
}

export function existingAccountMail(to: Recipient, publicUrl: string): Mail {
  return writeLetter(to, () => ({
    subject: t('You already have a {operatorName} account', { operatorName }),
    paragraphs: [
      t('Someone tried to sign up with this email address, but it already has an account.'),
      t(
        'If it was you, log in, or reset your password on the log-in page. Nothing has been changed.',
      ),
    ],
    link: { label: t('Log in'), url: `${publicUrl}/login` },
  }))
}

export function recoveryMail(to: Recipient, url: string): Mail {
  return writeLetter(to, () => ({
    subject: t('Set a new {operatorName} password', { operatorName }),
    paragraphs: [
      t('You asked to reset your password. If this was not you, you can ignore this email.'),
      t('The link works once and expires after {hours, plural, one {# hour} other {# hours}}.', {
        hours: RECOVERY_HOURS,
      }),
    ],
    link: { label: t('Set a new password'), url },
  }))
}

export function deletionMail(to: Recipient, by: 'owner' | 'staff'): Mail {
  return writeLetter(to, () => ({
    subject: t('Your {operatorName} account has been deleted', { operatorName }),
    paragraphs: [
      by === 'owner'
        ? t('Your account has been deleted, as you asked.')
        : t('Your account has been deleted by our staff.'),
      t(
        'Your name, addresses, documents, images and messages have been erased. The ledger keeps the movements, without your name.',
      ),
      keptAddresses(),
      keptProofTerm(),
      by === 'owner'
        ? t('If this was not you, write to {supportEmail} immediately.', { supportEmail })
        : t('If you do not know why, write to {supportEmail}.', { supportEmail }),
    ],
  }))
}

const SESSION_ENDED = msg('We ended one of your sessions')

const NOTICES = {
  PasswordChanged: [
    msg('Your password was changed'),
    textOf(
      'Your password was changed, and all other devices were logged out. Withdrawals are on hold for {hours, plural, one {# hour} other {# hours}}.',
      { hours: WITHDRAWAL_HOLD_HOURS },
    ),
  ],
  PasswordChangedByStaff: [
    msg('Your password was changed by our staff'),
    textOf(
      'Our staff set a new password for you, and all your devices were logged out. Log in and choose a password of your own. Withdrawals are on hold for {hours, plural, one {# hour} other {# hours}}.',
      { hours: WITHDRAWAL_HOLD_HOURS },
    ),
  ],
  SecondFactorEnabled: [
    msg('Your second factor is on'),
    msg(
      'You now need a code from your authenticator app to log in. You also received new recovery codes.',
    ),
  ],
  SecondFactorDisabled: [
    msg('Your second factor is off'),
    textOf(
      'You no longer need a code from your authenticator app to log in. Withdrawals are on hold for {hours, plural, one {# hour} other {# hours}}.',
      { hours: WITHDRAWAL_HOLD_HOURS },
    ),
  ],
  SecondFactorResetByStaff: [
    msg('Your second factor was reset by our staff'),
    textOf(
      'Two members of our staff turned your second factor off because someone told us that you lost it. Your passkeys were removed and all your devices were logged out. Log in and set up a new one. You cannot withdraw anything for {hours, plural, one {# hour} other {# hours}}.',
      { hours: RESET_HOLD_HOURS },
    ),
  ],
  PasskeyAdded: [
    msg('A passkey was added'),
    msg('The new passkey can log in to your account without your password.'),
  ],
  PasskeyRemoved: [
    msg('A passkey was removed'),
    textOf(
      'The passkey can no longer log in to your account. Withdrawals are on hold for {hours, plural, one {# hour} other {# hours}}.',
      { hours: WITHDRAWAL_HOLD_HOURS },
    ),
  ],
  RecoveryCodesRenewed: [
    msg('You have new recovery codes'),
    msg('New recovery codes were created for your second factor. The old ones no longer work.'),
  ],
  NameChanged: [
    msg('Your name was changed'),
    msg(
      'The name of your account was changed. If your verification was pending or approved, it was reset: submit it again under the new name.',
    ),
  ],
  SessionReused: [
    SESSION_ENDED,
    msg(
      'An outdated key of one of your sessions was used. The key may have been copied, so we ended the session. If you do not know why this happened, change your password.',
    ),
  ],
  SessionCopied: [
    SESSION_ENDED,
    msg(
      'One of your sessions was used from a device that it does not belong to. It may have been copied, so we ended it. If you do not know why this happened, change your password.',
    ),
  ],
} as const satisfies Record<string, readonly [subject: string, text: string | Text]>

export type Notice = keyof typeof NOTICES
const NOTICE_NAMES = Object.keys(NOTICES) as Notice[]

/** Notifies a user of a change of their account. */
export const noticeTask = defineTask(
  'identity.notice',
  z.object({ userId: z.string(), notice: z.enum(NOTICE_NAMES), key: z.string() }),
  'mail',
)

export async function sendNotice(
  context: Pick<IdentityContext, 'pool' | 'mailer' | 'secrets' | 'clock' | 'publicUrl'>,
  { userId, notice, key }: z.output<typeof noticeTask.payload>,
): Promise<void> {
  await sendSecurityMail(context, { userId, letter: () => noticeLetter(notice), key })
}

export function noticeLetter(notice: Notice): Letter {
  const [subject, text] = NOTICES[notice]
  return { subject: t(subject), paragraphs: [typeof text === 'string' ? t(text) : write(text)] }
}
