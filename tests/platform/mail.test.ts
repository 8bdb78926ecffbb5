import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
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
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = mailerOf(pool, smtpDelivery(`smtp://127.0.0.1:${port}`, from))
  await mailer.sendOnce('smtp 1', mail)
  await mailer.sendOnce('smtp 1', mail)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('Subject: Hello')
  expect(received[0]).toMatch(/Message-ID: <[\da-f]{32}@exchange\.test>/)
  expect(received[0]).toContain('Auto-Submitted: auto-generated')
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
