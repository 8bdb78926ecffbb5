import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { SUPPORTED_BROWSERS } from '#pwa/supported-browsers.ts'

it('the README names the supported browsers', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme.replaceAll('\n', ' ')).toContain(SUPPORTED_BROWSERS)
})
