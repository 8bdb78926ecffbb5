import { msg } from '#shared/text/t.ts'
import { type ApiError, errorWithText } from './api-error.ts'

// In a separate file, because the start page does not need these texts.
const TEXTS = {
  'offline.refused': [
    msg('You Are Offline'),
    msg('This depends on the current price, so it needs a connection. Nothing was sent.'),
  ],
  'offline.not_kept': [
    msg('You Are Offline'),
    msg(
      'This browser cannot store data on this device, so this needs a connection. Nothing was sent.',
    ),
  ],
  'outcome.unknown': [
    msg('No Answer'),
    msg('We do not know whether this arrived. Check your list. You can safely send it again.'),
  ],
  'outcome.not_kept': [
    msg('No Answer'),
    msg('We do not know whether this arrived. Check your list before you send it again.'),
  ],
  'storage.full': [
    msg('Device Storage Full'),
    msg(
      'There is not enough space on this device to store your submission. Free some space and retry.',
    ),
  ],
  'storage.failed': [
    msg('Storage Not Available'),
    msg(
      'This browser cannot store data on this device, and an earlier submission must be sent first.',
    ),
  ],
  'storage.silent': [
    msg('Storage Not Available'),
    msg(
      'This browser does not give access to the stored data of your session. Reload the page. If that does not help, restart the browser.',
    ),
  ],
  'file.unreadable': [
    msg('File Not Readable'),
    msg('The chosen file cannot be read. Choose it again.'),
  ],
  'passkey.known': [
    msg('Passkey Exists'),
    msg('This device already has a passkey for your account.'),
  ],
  'passkey.not_used': [
    msg('Passkey Not Used'),
    msg('No passkey was used. Try again, or choose another way.'),
  ],
} as const

/** Why the browser itself did not send a submission, or does not know its outcome. */
export function submissionError(code: keyof typeof TEXTS): ApiError {
  return errorWithText(code, TEXTS[code])
}
