import { escapeHtml } from '#server/platform/html.ts'
import type { Mail } from '#server/platform/mail.ts'
import { operator } from '#shared/operator.ts'

/** A mail as it is meant: some paragraphs, and the one link that it may carry. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
}

/** A letter in both forms that a mail has, signed by the operator. */
export function writeLetter({ to, subject, paragraphs, link }: Letter): Mail {
  const closing = `The ${operator.name} team`
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), closing]
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    `<p>${escapeHtml(closing)}</p>`,
  ]
  return { to, subject, text: `${text.join('\n\n')}\n`, html: html.join('\n') }
}
