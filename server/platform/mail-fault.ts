import { LastingFault } from './jobs.ts'

/**
 * The fault to record when a mail server did not accept a mail.
 *
 * A server that permanently rejects the recipient or the message will reject them again, so this is
 * a `LastingFault`. If it rejects the log-in, the sender or the connection, the operator must fix
 * the cause, and the mail is retried.
 *
 * The reply to a recipient or a message often quotes the address, and errors of jobs are stored and
 * logged, so only the codes of the reply are kept.
 *
 * Source: RFC 5321, sections 4.2.1 and 4.2.3; RFC 3463;
 *         docs/decisions/0284-a-refused-mail-is-given-up.md
 */
export function mailFault(error: unknown): unknown {
  const { command = '', response = '' } = error as SmtpError
  const [, code = '', status = ''] = ANSWER.exec(response) ?? []
  if (!ABOUT_THE_MAIL.has(command) || code === '') return error
  const fault = `the mail server answered ${command} with ${[code, status].join(' ').trim()}`
  return isLasting(code, status) ? new LastingFault(fault) : new Error(fault)
}

/** The fields that nodemailer adds to an error caused by a reply of the server. */
interface SmtpError {
  readonly command?: string
  readonly response?: string
}

/** The commands that send the recipient and the message. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

/** The reply code and the enhanced status code, which many servers add. */
const ANSWER = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/

/** The sender's address, or security and policy, such as a relay that requires a log-in. */
const ABOUT_THE_SENDER = /^5\.(?:1\.[78]|7\.\d+)$/

/** Replies 55x concern the mailbox or the message; 50x, 52x and 53x the command or the sender. */
function isLasting(code: string, status: string): boolean {
  return code.startsWith('55') && !ABOUT_THE_SENDER.test(status)
}
