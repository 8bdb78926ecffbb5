import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMessages } from '#scripts/languages/messages.ts'
import { contractRoutes } from '#tests/support/contract-routes.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/voice.md'), 'utf8')
const [, table = ''] = GUIDE.split('## Words that we do not use')

/** The left column of the table, word by word. */
const UNUSED = [...table.matchAll(/^\| (.+?) \| .+ \|$/gm)]
  .flatMap(([, words = '']) => words.split(', '))
  .filter((word) => !/^(instead of|---)$/.test(word))

const PATTERN = new RegExp(`(?<![\\w-])(?:${UNUSED.join('|')})(?![\\w-])`, 'i')

test('the guide has a list of words to avoid', () => {
  expect(UNUSED.length).toBeGreaterThan(20)
  expect(PATTERN.exec('Look into your mail.')?.[0]).toBe('mail')
  expect(PATTERN.exec('We sent an email.')).toBeNull()
})

test('no message and no summary of a route uses a word that the guide forbids', async () => {
  const summaries = (await contractRoutes()).map(({ summary }) => summary)
  expect(summaries.length).toBeGreaterThan(150)
  const found = [...allMessages(), ...summaries].flatMap((message) => {
    const [word] = PATTERN.exec(message.replaceAll(/\{\w+[,}]/g, '')) ?? []
    return word === undefined ? [] : [`${word}: ${message}`]
  })
  expect(found).toEqual([])
})
