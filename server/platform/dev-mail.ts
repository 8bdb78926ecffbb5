import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '#server/platform/mail.ts'
import type { App } from '#server/platform/mount.ts'

const LATEST = 50

/** Shows the mails that were written to files instead of being sent, for development only. */
export function serveDevMail(app: App, folder: string): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await latestMails(folder)
    const articles = mails.map((mail) => `<hr><pre>${linked(escapeHtml(mail))}</pre>`)
    return reply
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><title>Mail</title><h1>Mail</h1>${articles.join('') || 'None yet.'}`)
  })
}

async function latestMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => {
        const path = join(folder, name)
        return { path, writtenAt: (await stat(path)).mtimeMs }
      }),
  )
  const latest = files.sort((a, b) => b.writtenAt - a.writtenAt).slice(0, LATEST)
  return Promise.all(latest.map(async ({ path }) => readableMail(await readFile(path, 'utf8'))))
}

/** The main headers and the text part. */
function readableMail(source: string): string {
  const headers = source.match(/^(?:to|subject|date): .*$/gim) ?? []
  const [, encoding = '', text = ''] =
    /content-type: text\/plain.*?\ncontent-transfer-encoding: (\S+)\n\n(.*?)\n-{2}/is.exec(
      source,
    ) ?? []
  const body = /quoted-printable/i.test(encoding) ? decodeQuotedPrintable(text) : text
  return `${headers.join('\n')}\n\n${body}`
}

function linked(html: string): string {
  return html.replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)
}

function decodeQuotedPrintable(text: string): string {
  const bytes = (escapes: string) => Buffer.from(escapes.replaceAll('=', ''), 'hex').toString()
  return text.replaceAll('=\n', '').replace(/(?:=[\dA-F]{2})+/g, bytes)
}
