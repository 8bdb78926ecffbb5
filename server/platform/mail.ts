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

/** A person who gets mail. */
export interface Recipient {
  readonly email: string
  /** null: none was chosen, and what they get is in English. */
  readonly language: string | null
}

export interface Letter extends Pick<Mail, 'subject'> {
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
}

/**
 * A mail in plain text and HTML, made of paragraphs and at most one link, signed by the operator.
 *
 * @param letter is called while the recipient's language is spoken
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

/** Escapes text for HTML, inside quotes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

export interface Mailer {
  /**
   * Sends a mail once per key. The key is recorded after the mail server took the mail; if the
   * process dies in between, the next try carries the same Message-ID, by which mail systems drop
   * the second copy.
   */
  sendOnce(key: string, mail: Mail): Promise<void>
}

/** Delivers a finished mail; throws on a fault. The job tries again unless it is a `LastingFault`. */
export type Deliver = (mail: Mail & { readonly name: string }) => Promise<void>

/** @param onSent is told the key of each mail that has left */
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

/** nodemailer waits minutes for a server that does not answer, and each wait occupies a worker. */
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

/** Delivers into a folder, one `.eml` file a mail; a second try overwrites the first. */
export function folderDelivery(folder: string, from: string): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { message: content } = await transport.sendMail(messageOf(mail, from))
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${mail.name}.eml`)
    await writeFile(`${file}.part`, content as Buffer, { mode: 0o600 })
    // Readers see whole mails only.
    await rename(`${file}.part`, file)
  }
}

/**
 * The id has the sender's domain: filters take one of the recipient's domain for forged. The header
 * keeps absence notices from being sent back.
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

/** The way of delivery that the operator configured. */
export function deliveryFor({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Deliver {
  const { smtpUrl, from } = mail
  return smtpUrl ? smtpDelivery(smtpUrl, from) : folderDelivery(join(dataDir, 'mail'), from)
}
