import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '#tests/messages/messages.ts'

const ROOT = join(import.meta.dirname, '../..')

// tests/e2e/messages.spec.ts covers messages that only a screen shows.
describe.each(Object.entries(MESSAGES))('the messages of %s', (_, rows) => {
  test('match the messages of the forms', () => {
    for (const row of rows) {
      if (!('form' in row)) continue
      const said = row.form()
      expect(typeof said === 'object' ? `${said.title}: ${said.message}` : said).toBe(row.says)
    }
  })

  test('appear in the tests that show them', () => {
    for (const row of rows) {
      if (!('shownBy' in row)) continue
      const source = readFileSync(join(ROOT, row.shownBy), 'utf8')
      expect(source.includes(row.says), `${row.shownBy} shows “${row.says}”`).toBe(true)
    }
  })
})
