import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Pool } from 'pg'
import { catalogueFor } from '#server/platform/catalogues.ts'
import type { Config } from '#server/platform/config.ts'
import { mailFault } from '#server/platform/mail-fault.ts'
import { operator } from '#shared/operator/company.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { inLanguage, t } from '#shared/text/t.ts'

export type Mail = Readonly<Record<'to' | 'subject' | 'text' | 'html', string>>

/** A recipient of mail. */
export interface Recipient {
  readonly email: string
  /** null: none was chosen, and mails are in English. */
  readonly language: string | null
}

export interface Letter extends Pick<Mail, 'subject'> {
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
}

/**
 * A mail in plain text and HTML, made of paragraphs and at most one link, signed by the operator.
 *
 * @param letter is called with the recipient's language in effect
 */
export function writeLetter({ email: to, language }: Recipient, letter: () => Letter): Mail {
  const catalogue = catalogueFor(language)
  return inLanguage(catalogue, () => {
    const { subject, paragraphs, link } = letter()
    const closing = t('The {operatorName} team', { operatorName: operator.name })
    const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), closing]
    const html = [
      `<div lang="${catalogue === ENGLISH ? 'en' : language}" dir="${catalogue.direction}">`,
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
      `<p>${escapeHtml(closing)}</p>`,
      '</div>',
    ]
    return { to, subject, text: `${text.join('\n\n')}\n`, html: html.join('\n') }
  })
}

/** Escapes text for HTML, also inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

export interface Mailer {
  /**
   * Sends a mail once per key. The key is recorded after the mail server has accepted the mail. If
   * the process dies in between, the retry uses the same Message-ID, so mail systems drop the
   * second copy.
   */
  sendOnce(key: string, mail: Mail): Promise<void>
}

/** Delivers a finished mail. Throws on a fault, so that the job is retried. */
export type Deliver = (mail: Mail & { readonly name: string }) => Promise<void>

/** @param onSent called with the key of each mail that was sent */
export function mailerOf(
  pool: Pick<Pool, 'query'>,
  deliver: Deliver,
  onSent: (key: string) => void = () => undefined,
): Mailer {
  return {
    async sendOnce(key, mail) {
      const { rowCount } = await pool.query('select from mail_sent where key = $1', [key])
      if (rowCount) return
      const name = createHash('sha256').update(key).digest('hex').slice(0, 32)
      await deliver({ ...mail, name })
      onSent(key)
      await pool.query('insert into mail_sent (key) values ($1) on conflict do nothing', [key])
    },
  }
}

/** nodemailer waits minutes for a server that does not respond, and each wait occupies a worker. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Delivers through an SMTP server. */
export function smtpDelivery(smtpUrl: string, from: string): Deliver {
  const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS })
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from)).catch((error: unknown) => {
      throw mailFault(error)
    })
  }
}

/** Writes each mail to an `.eml` file in a folder; a retry overwrites the file. */
export function folderDelivery(folder: string, from: string): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { message: content } = await transport.sendMail(messageOf(mail, from))
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${mail.name}.eml`)
    await writeFile(`${file}.part`, content as Buffer, { mode: 0o600 })
    // Renamed, so that readers never see a partial mail.
    await rename(`${file}.part`, file)
  }
}

/**
 * The id uses the sender's domain: spam filters treat one with the recipient's domain as forged.
 * The header prevents automatic replies.
 *
 * Source: RFC 5322, section 3.6.4; RFC 3834, section 5
 */
function messageOf({ name, ...mail }: Parameters<Deliver>[0], from: string) {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '')
  return {
    ...mail,
    from,
    messageId: `<${name}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** The delivery method that the operator configured. */
export function deliveryFor({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Deliver {
  const { smtpUrl, from } = mail
  return smtpUrl ? smtpDelivery(smtpUrl, from) : folderDelivery(join(dataDir, 'mail'), from)
}
