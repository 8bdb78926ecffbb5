import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

const PAUSE_MS = 25

interface Mail {
  readonly text: string
  readonly at: number
}

/** The mails that a test app writes to files. */
export class Mailbox {
  readonly #folder: string
  readonly #mails = new Map<string, Promise<Mail>>()

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail')
  }

  /** All mails to an address as decoded text, oldest first. */
  async to(address: string): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const mails = await Promise.all(
      names.filter((name) => name.endsWith('.eml')).map((name) => this.#read(name)),
    )
    return mails
      .filter(({ text }) => text.includes(`To: ${address}`))
      .sort((a, b) => a.at - b.at)
      .map(({ text }) => text)
  }

  /** Each file is read once, because it arrives complete and never changes. */
  #read(name: string): Promise<Mail> {
    const mail = this.#mails.get(name) ?? readMail(join(this.#folder, name))
    this.#mails.set(name, mail)
    return mail
  }

  /** Waits for the n-th mail to an address that matches. @returns the first group */
  async find(address: string, pattern: RegExp, nth = 1): Promise<string> {
    const deadline = Date.now() + WAIT_MS_MAX
    for (;;) {
      const found = (await this.to(address)).flatMap((text) => pattern.exec(text)?.[1] ?? [])
      const match = found[nth - 1]
      if (match !== undefined) return match
      if (Date.now() > deadline) throw new Error(`no mail ${nth} to ${address} with ${pattern}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

export const CONFIRM_LINK = /\/login\?confirm=([\w-]+)/
export const FREEZE_LINK = /\/freeze-withdrawals\?token=([\w-]+)/
export const RESET_LINK = /\/login\?reset=([\w-]+)/

async function readMail(path: string): Promise<Mail> {
  // A mail can be read once it is renamed, which changes its status and not its content.
  return { text: plain(await readFile(path, 'utf8')), at: (await stat(path)).ctimeMs }
}

const BASE64_PART = /^Content-Transfer-Encoding: base64\n(?:\S.*\n)*\n([\w+/=\n]+)/gm

/**
 * Decodes the parts in quoted-printable and base64. Source: RFC 2045 section 6. In this order: a
 * link that was in base64 looks like quoted-printable where "=" comes before two digits.
 */
function plain(source: string): string {
  return source
    .replaceAll('=\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
    )
    .replace(BASE64_PART, (_, body: string) => `${Buffer.from(body, 'base64').toString('utf8')}\n`)
}
