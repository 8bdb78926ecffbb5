import { describe, expect, test } from 'vitest'
import { offeredLanguages } from '#scripts/build/offered-languages.ts'
import {
  newLanguage,
  pluralsOf,
  readCatalogue,
  translatedCodes,
} from '#scripts/languages/catalogue-files.ts'
import { allMessages, messagesIn, readFiles, sourceFiles } from '#scripts/languages/messages.ts'
import { oneSided } from '#scripts/languages/one-sided.ts'
import { textsOutside } from '#scripts/languages/texts-outside.ts'
import { catalogueOf, LATIN_DIGITS } from '#shared/text/catalogue.ts'
import { type Choice, type Part, parseMessage } from '#shared/text/message.ts'

const files = sourceFiles()
const messages = allMessages(files)

test('a new language gets the code that browsers use', () => {
  expect(newLanguage('FR')).toEqual({ code: 'fr', found: 'français' })
  expect(newLanguage('zh-hant')).toEqual({ code: 'zh-Hant', found: '繁體中文' })
})

test.each(['en-XA', 'ar-XB', 'und', 'mul', 'xx', 'english', 'a', '', 'fr_FR'])(
  '"%s" is not a language code',
  (code) => {
    expect(() => newLanguage(code)).toThrow(
      `"${code}" is not a language code. Use one such as tr, or pt-BR for a region.`,
    )
  },
)

test.each(['tr', 'PT-br', 'en'])('%s is not added again', (code) => {
  expect(() => newLanguage(code)).toThrow(/^The language ".+" exists already\.$/)
})

test('every text is in the catalogue', () => {
  expect(readFiles(files).flatMap(textsOutside)).toEqual([])
})

test('no style keeps a fixed side in right-to-left languages', () => {
  const screens = readFiles(files).filter(({ path }) => path.startsWith('pwa/'))
  expect(screens.flatMap(oneSided)).toEqual([])
})

test.each([
  ['<b className="flex md:ml-2" />', 'ml-2'],
  ['<b className="-right-1.5" />', '-right-1.5'],
  ['<b className="text-left" />', 'text-left'],
  ['<b className="border-l" />', 'border-l'],
  ['<ChevronRight className="size-4" />', '<ChevronRight className="size-4" />'],
])('%s keeps a fixed side', (code, found) => {
  expect(oneSided({ path: 'planted.tsx', code })).toEqual([`planted.tsx: ${found}`])
})

test.each([
  '<b className="ms-2 border-line" />',
  '<ChevronRight className="size-4 rtl:-scale-x-100" />',
  'const left = right - 1 // ml-2',
])('%s keeps no fixed side', (code) => {
  expect(oneSided({ path: 'planted.tsx', code })).toEqual([])
})

test.each([
  ['<b>Stake now</b>', 'Stake now'],
  ['<b title="Stake now" />', 'Stake now'],
  ['<b title={a ? `Stake \u0024{b} now` : c} />', 'Stake … now'],
  ["t('{a}', { a: 'Stake now' })", 'Stake now'],
])('%s is a text outside the catalogue', (code, text) => {
  expect(textsOutside({ path: 'planted.tsx', code: `export const x = ${code}` })).toEqual([
    `planted.tsx: ${text}`,
  ])
})

test('classes, codes, symbols, program errors and notes for operators are not texts', () => {
  const code = `
    import { x } from 'Some Package'
    const look = 'flex items-center gap-2'
    const amount = \`\${units} USDT\`
    const gauge = { name: 'jobs', help: 'Durable jobs that are due' }
    const data = { tables: ['recovery_code'], notExported: 'Hashes of secrets of the user' }
    if (status === 'In Progress') throw new Error('This is a bug')
    export const y = <b className="Large text" title={t('Stake now')}>·</b>`
  expect(textsOutside({ path: 'planted.tsx', code })).toEqual([])
})

test('a message composed at run time is an error', () => {
  const planted = { path: 'planted.ts', code: "export const x = t('Stake ' + amount)" }
  expect(() => messagesIn(planted)).toThrow('planted.ts: a message is one literal')
})

/** A number directly before a plural noun. Lists of numbers and symbols of assets are not counts. */
const COUNTED =
  /\{(?!choices|terms|symbol)\w+\} (?:pending )?(?:seconds|minutes|hours|days|weeks|months|years|characters|orders|withdrawals|deposits|applications|submissions|messages|movements|requests|addresses|passkeys|devices|entries|users|files|images)\b/

test('a count before a noun is a plural', () => {
  expect(messages.filter((message) => COUNTED.test(message))).toEqual([])
})

test.each([
  ['It takes {count} days.', true],
  ['You have {maximum} pending deposits.', true],
  ['It takes {count, plural, one {# day} other {# days}}.', false],
  ['One of {choices} days.', false],
])('a count without plural forms is found in %j: %s', (message, isFound) => {
  expect(COUNTED.test(message)).toBe(isFound)
})

test('every message can be parsed', () => {
  for (const message of messages) expect(() => parseMessage(message)).not.toThrow()
})

describe.each(translatedCodes())('the catalogue of %s', (code) => {
  const file = readCatalogue(code)
  const entries = Object.entries(file.messages)
  // Missing ones are found by the first test.
  const translations = entries.filter(([, text]) => text !== '')

  test('has every message and no other', () => {
    expect(Object.keys(file.messages).sort(), 'run: npm run language').toEqual(messages)
    const untranslated = entries.flatMap(([message, text]) => (text === '' ? [message] : []))
    expect(untranslated, `translate them in shared/languages/messages/${code}.json`).toEqual([])
  })

  test('has the placeholders and tags of the English messages', () => {
    for (const [message, text] of translations) {
      expect(placeholdersOf(parseMessage(text)), text).toEqual(
        placeholdersOf(parseMessage(message)),
      )
    }
  })

  test('has each plural form that the language needs', () => {
    const needed = [...new Intl.PluralRules(code).resolvedOptions().pluralCategories].sort()
    const usable = needed.filter((category) => file.plurals.join(' ').includes(category))
    const incomplete = translations.filter(([, text]) =>
      pluralsIn(parseMessage(text)).some(
        ({ cases }) => !usable.every((category) => category in cases),
      ),
    )
    expect(incomplete).toEqual([])
  })

  test('counts as CLDR does', () => {
    const { pluralOf } = catalogueOf(file)
    const rules = new Intl.PluralRules(code)
    for (let count = 0; count < 2_000; count += 1) {
      expect(pluralOf(count), String(count)).toBe(rules.select(count))
    }
  })
})

test.each(['pt-BR', 'tr', 'vi', 'hi', 'pl', 'ru', 'he', 'cy'])('%s can be counted in', (code) => {
  const { pluralOf } = catalogueOf({
    direction: 'ltr',
    digits: LATIN_DIGITS,
    clock: 12,
    plurals: pluralsOf(code),
    messages: {},
  })
  const rules = new Intl.PluralRules(code)
  for (let count = 0; count < 2_000; count += 1) expect(pluralOf(count)).toBe(rules.select(count))
})

test('every translated language is offered, and is complete', () => {
  expect(offeredLanguages()).toEqual(['en', ...translatedCodes()])
})

/**
 * Names in alphabetical order, because a language may order a sentence differently or repeat a
 * value.
 */
function placeholdersOf(parts: readonly Part[]): string[] {
  const names = parts.flatMap((part): string[] => {
    if (typeof part === 'string') return []
    if ('slot' in part) return part.slot === '#' ? [] : [part.slot]
    if ('tag' in part) return [`<${part.tag}>`, ...placeholdersOf(part.parts)]
    const inner = Object.values(part.cases).flatMap(placeholdersOf)
    return [`${part.of}, ${part.choice}`, ...inner]
  })
  return [...new Set(names)].sort()
}

function pluralsIn(parts: readonly Part[]): Choice[] {
  return parts.flatMap((part): Choice[] => {
    if (typeof part === 'string' || 'slot' in part) return []
    if ('tag' in part) return pluralsIn(part.parts)
    const inner = Object.values(part.cases).flatMap(pluralsIn)
    return part.choice === 'plural' ? [part, ...inner] : inner
  })
}
