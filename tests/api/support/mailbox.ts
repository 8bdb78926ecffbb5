import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

const PAUSE_MS = 25

/** The mails that a test app writes to files. */
export class Mailbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail')
  }

  /** All mails to an address as decoded text, oldest first. */
  async to(address: string): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const mails = await Promise.all(
      names
        .filter((name) => name.endsWith('.eml'))
        .map(async (name) => {
          const path = join(this.#folder, name)
          return { text: plain(await readFile(path, 'utf8')), at: (await stat(path)).mtimeMs }
        }),
    )
    return mails
      .filter(({ text }) => text.includes(`To: ${address}`))
      .sort((a, b) => a.at - b.at)
      .map(({ text }) => text)
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

/** Decodes quoted-printable as far as links need it. */
function plain(source: string): string {
  return source.replaceAll('=\n', '').replaceAll('=3D', '=')
}
