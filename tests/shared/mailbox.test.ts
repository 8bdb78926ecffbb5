import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CONFIRM_LINK, Mailbox } from '#tests/api/support/mailbox.ts'

const ADDRESS = 'demo@example.com'
const LINK = 'https://keel.example/login?confirm=4FB2-a_9'

test.each([
  ['quoted-printable', LINK.replace('=', '=3D').replace('confirm', 'con=\nfirm')],
  ['base64', `${Buffer.from(`تأكيد ${LINK}`).toString('base64')}\n`],
])(
  'a link in a mail in %s is found even if its token begins with digits',
  async (encoding, body) => {
    const folder = mkdtempSync(join(tmpdir(), 'exchange-mailbox-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'mail'))
    const headers = `To: ${ADDRESS}\nContent-Transfer-Encoding: ${encoding}\n`
    writeFileSync(join(folder, 'mail', '1.eml'), `${headers}\n${body}\n--end--\n`)
    expect(await new Mailbox(folder).find(ADDRESS, CONFIRM_LINK)).toBe('4FB2-a_9')
  },
)
