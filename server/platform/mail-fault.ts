import { LastingFault } from './jobs.ts'

/**
 * The fault to record where a mail server did not take a mail.
 *
 * A server that refuses the recipient or the message will refuse them again: a `LastingFault`. Its refusal
 * of a log-in, of the sender or of the connection is for the operator to repair, and is tried again.
 *
 * The answer to a recipient or a message often quotes the address, and errors of jobs are stored and
 * logged: only its numbers are kept.
 *
 * Source: RFC 5321, sections 4.2.1 and 4.2.3; RFC 3463; docs/decisions/0284-a-refused-mail-is-given-up.md
 */
export function mailFault(error: unknown): unknown {
  const { command = '', response = '' } = error as SmtpError
  const [, code = '', status = ''] = ANSWER.exec(response) ?? []
  if (!ABOUT_THE_MAIL.has(command) || code === '') return error
  const answer = `the mail server answered ${command} with ${[code, status].join(' ').trim()}`
  return isLasting(code, status) ? new LastingFault(answer) : new Error(answer)
}

/** What nodemailer adds to an error that an answer of the server caused. */
interface SmtpError {
  readonly command?: string
  readonly response?: string
}

/** The commands that name the recipient and carry the message. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

/** The reply code and the enhanced status code, which many servers add. */
const ANSWER = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/

/** The sender's address; security and policy, such as a relay that wants a log-in first. */
const ABOUT_THE_SENDER = /^5\.(?:1\.[78]|7\.\d+)$/

/** Replies 55x are about the mailbox or the message; 50x, 52x and 53x about the command or who sends. */
function isLasting(code: string, status: string): boolean {
  return code.startsWith('55') && !ABOUT_THE_SENDER.test(status)
}
