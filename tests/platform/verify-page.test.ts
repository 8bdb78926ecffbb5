import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyPageHtml } from '#scripts/build/verify-page.ts'

const html = await verifyPageHtml()
const between = (start: string, end: string) => html.split(start)[1]?.split(end)[0] ?? ''
const sha256 = (text: string) => createHash('sha256').update(text).digest()

test('the page that checks proofs runs only its own script and style, and makes no requests', () => {
  const script = between('<script>', '</script>')
  const style = between('<style>', '</style>')
  expect(between('Content-Security-Policy" content="', '"').split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${sha256(script).toString('base64')}'`,
    `style-src 'sha256-${sha256(style).toString('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(html).not.toMatch(/<link|<img|\ssrc=|\shref=|@import|url\(/)
})

test('the page shows its version, and the same sources build the same page', async () => {
  const script = between('<script>', '</script>')
  expect(between('<footer>', '</footer>')).toMatch(/^Version \d+\.\d+\.\d+\. /)
  expect(between('<footer>', '</footer>')).toContain(sha256(script).toString('hex'))
  expect(await verifyPageHtml()).toBe(html)
})
