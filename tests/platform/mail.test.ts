import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { LastingFault } from '#server/platform/jobs.ts'
import { folderDelivery, mailerOf, smtpDelivery } from '#server/platform/mail.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool } = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'exchange-test-mail-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const from = 'Exchange <no-reply@exchange.test>'
const mail = {
  to: 'demo@example.com',
  subject: 'Hello',
  text: 'Words',
  html: '<p>Words</p>',
}

it('sends a mail over SMTP, once per key', async () => {
  const received: string[] = []
  await using server = await mailServer({
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  const mailer = mailerOf(pool, smtpDelivery(`smtp://127.0.0.1:${server.port}`, from))
  await mailer.sendOnce('smtp 1', mail)
  await mailer.sendOnce('smtp 1', mail)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('Subject: Hello')
  expect(received[0]).toMatch(/Message-ID: <[\da-f]{32}@exchange\.test>/)
  expect(received[0]).toContain('Auto-Submitted: auto-generated')
})

it.each([
  ['an unknown mailbox', { onRcptTo: 550 }, '5.1.1 no mailbox', 'RCPT TO with 550 5.1.1'],
  ['a mailbox without a status code', { onRcptTo: 550 }, 'no mailbox', 'RCPT TO with 550'],
  ['a full mailbox', { onRcptTo: 552 }, '5.2.2 full:', 'RCPT TO with 552 5.2.2'],
  ['a message', { onData: 554 }, '5.6.0 not taken for', 'DATA with 554 5.6.0'],
])('gives up a mail when the server permanently rejects %s', async (_, responses, text, fault) => {
  const error = await faultOf(responses, text)
  expect(error).toBeInstanceOf(LastingFault)
  expect(error.message).toBe(`the mail server answered ${fault}`)
})

it.each([
  ['is busy with a mailbox', { onRcptTo: 450 }, '4.2.0 try later', 'RCPT TO with 450 4.2.0'],
  ['cannot store a message', { onData: 452 }, 'no room for', 'DATA with 452'],
  [
    'requires a log-in before it relays',
    { onRcptTo: 550 },
    '5.7.1 no relay',
    'RCPT TO with 550 5.7.1',
  ],
  ['requires a log-in first', { onRcptTo: 530 }, 'log in first', 'RCPT TO with 530'],
  ['rejects the password', { onAuth: 535 }, '5.7.8 wrong password', '535 5.7.8 wrong password'],
  ['rejects the sender', { onMailFrom: 550 }, '5.1.1 unknown sender', '550 5.1.1 unknown sender'],
])('retries a mail when the server %s', async (_, responses, text, fault) => {
  const error = await faultOf(responses, text)
  expect(error).not.toBeInstanceOf(LastingFault)
  expect(error.message).toContain(fault)
})

it('fails while the mail server is down, and sends the mail once when it is back', async () => {
  const away = mailerOf(pool, smtpDelivery('smtp://127.0.0.1:1', from))
  await expect(away.sendOnce('smtp 2', mail)).rejects.toThrow()
  const back = mailerOf(pool, folderDelivery(folder, from))
  await back.sendOnce('smtp 2', mail)
  await back.sendOnce('smtp 2', mail)
  expect(await readdir(folder)).toHaveLength(1)
})

it('sends the same message again after a crash between sending and recording', async () => {
  const own = join(folder, 'again')
  const mailer = mailerOf(pool, folderDelivery(own, from))
  await mailer.sendOnce('eml 1', mail)
  const [name = ''] = await readdir(own)
  const messageId = /Message-ID: (\S+)/.exec(await readFile(join(own, name), 'utf8'))?.[1]
  await pool.query(`delete from mail_sent where key = 'eml 1'`)
  await mailer.sendOnce('eml 1', mail)
  expect(await readdir(own)).toEqual([name])
  expect(await readFile(join(own, name), 'utf8')).toContain(messageId)
})

/** The mail server's replies to some commands; it accepts all others. */
type Responses = Partial<Record<'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData', number>>

/** The fault of a delivery to a server that quotes the recipient in each rejection. */
async function faultOf({ onAuth, onMailFrom, onRcptTo, onData }: Responses, text: string) {
  const response = (responseCode: number | undefined) =>
    responseCode ? Object.assign(new Error(`${text} <${mail.to}>`), { responseCode }) : null
  await using server = await mailServer({
    authMethods: ['PLAIN'],
    onAuth: (_auth, _session, done) => done(response(onAuth), { user: 'keel' }),
    onMailFrom: (_address, _session, done) => done(response(onMailFrom)),
    onRcptTo: (_address, _session, done) => done(response(onRcptTo)),
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done(response(onData)))
    },
  })
  const deliver = smtpDelivery(`smtp://keel:secret@127.0.0.1:${server.port}`, from)
  const error = await deliver({ ...mail, name: 'refused' }).catch((fault: Error) => fault)
  if (!(error instanceof Error)) throw new Error('the mail was delivered')
  if (onRcptTo || onData) expect(error.message).not.toContain(mail.to)
  return error
}

async function mailServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
