import { type ApiError, errorWithText } from './api-error.ts'

// Apart from the other errors, because the start page does not need these texts.
const TEXTS = {
  'offline.refused': [
    'You Are Offline',
    'This depends on the current price, so it needs a connection. Nothing was sent.',
  ],
  'offline.not_kept': [
    'You Are Offline',
    'This browser keeps nothing on this device, so this needs a connection. Nothing was sent.',
  ],
  'outcome.unknown': [
    'No Answer',
    'We could not see whether this arrived. Check your list; sending the same again is safe.',
  ],
  'storage.full': [
    'Device Storage Full',
    'There is no room left on this device to keep your submission safe. Free some space and retry.',
  ],
  'storage.failed': [
    'Storage Not Available',
    'This browser keeps nothing on this device, and an earlier submission must be sent first.',
  ],
  'file.unreadable': ['File Not Readable', 'The chosen file cannot be read. Choose it again.'],
  'passkey.known': ['Passkey Exists', 'This device holds a passkey of your account already.'],
  'passkey.not_used': [
    'Passkey Not Used',
    'No passkey was used. Try again, or choose another way.',
  ],
  'outbox.dependency_refused': [
    'Not Sent',
    'An earlier submission that this one needs was refused, so this one was not sent.',
  ],
} as const

/** Why the browser itself did not send a submission, or does not know its outcome. */
export function submissionError(code: keyof typeof TEXTS): ApiError {
  return errorWithText(code, TEXTS[code])
}
