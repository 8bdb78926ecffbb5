import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operator } from '#shared/operator/company.ts'
import { serviceTimes } from '#shared/operator/service-times.ts'

// Facts about the company are in shared/operator/ only, so that an operator reviews one folder.
const ROOT = join(import.meta.dirname, '../..')
const FOLDER = 'shared/operator'
const SOURCES = '{pwa,server,shared}/**/*.{ts,tsx,css,html,sql}'

const SENTENCE_WORDS = 6

const modules = readdirSync(join(ROOT, FOLDER))
const values = await Promise.all(modules.map((name) => import(join(ROOT, FOLDER, name))))
const facts = new Set([
  ...[operator, serviceTimes].flatMap(textsOf),
  // Other texts may share a title or a few words.
  ...values.flatMap(textsOf).filter((text) => text.split(' ').length >= SENTENCE_WORDS),
])

/** Patterns of facts about a company, with any value. */
const KINDS: Readonly<Record<string, RegExp>> = {
  'an email address': /[\w.+-]+@(?!example\.|[\w.-]+\.example\b)[\w-]+\.[a-z]{2,}\b/i,
  'a time that staff take': /\b(?:business|working) (?:day|hour)s?\b/i,
  'opening hours': /\b(?:opening|office|business) hours\b|\b\d{1,2} ?[ap]m\b/i,
  'a legal form': /\b(?:GmbH|LLC|Ltd\.?|Inc\.|Limited|S\.A\.|Pte\.)(?!\w)/,
  'a year of founding': /\b(?:founded|established|since) (?:in )?(?:19|20)\d\d\b|©/i,
  'a phone number': /(?<![\w.])\+\d{1,3}[ -]\d{2,}[ -]?\d{2,}/,
  'a page in a social network':
    /\b(?:twitter|x|t|facebook|instagram|linkedin|discord|youtube|telegram)\.(?:com|me|gg|org)\/\w/i,
}

/** A string may contain the beginning of a comment. */
const STRING_OR_COMMENT = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

test('facts about the company are only in shared/operator', () => {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !file.startsWith(FOLDER))
  const found = files.flatMap((file) =>
    factsIn(readFileSync(join(ROOT, file), 'utf8')).map((fact) => `${file}: ${fact}`),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})

test.each([
  'README.md',
  'docs/product.md',
  'docs/decisions/0007-operator-facts-are-configuration.md',
])('%s names each file of the folder', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  expect(modules.filter((name) => !text.includes(`\`${FOLDER}/${name}\``))).toEqual([])
})

describe('a fact', () => {
  test.each([
    ['the name', `const title = 'Log in to ${operator.name}'`],
    ['a place', `<p>We are in ${operator.headquarters}.</p>`],
    ['the address of support', `const to = '${operator.supportEmail}'`],
    ['a legal text', `const why = 'We do not sell it, and no advertiser sees it.'`],
    ['a text over two lines', `<p>We do not sell it, and no\n      advertiser sees it.</p>`],
    ['an email address', `const to = 'help@acme.io'`],
    ['a time of answering', `text: 'We answer within two business days.'`],
    ['opening hours', `text: 'Monday to Friday, 9 am'`],
    ['a legal form', `text: 'Acme Ltd. runs this.'`],
    ['a year', `<small>© Acme</small>`],
    ['a phone number', `text: 'Call +1 555 0100'`],
    ['a social network', `href="https://t.me/acme"`],
    ['after a pattern', `const all = '/admin/*'\nconst to = 'help@acme.io' /* of Acme */`],
  ])('is found: %s', (_, source) => {
    expect(factsIn(source)).not.toEqual([])
  })

  test.each([
    ['a name in code', `import { keelOf } from './keel.ts'`],
    ['a comment', `// Not before the next business day.\nconst days = 1`],
    ['a placeholder', `placeholder="you@example.com"`],
    ['an address of another service', `const url = 'https://api.binance.com'`],
  ])('is not %s', (_, source) => {
    expect(factsIn(source)).toEqual([])
  })
})

/** Every text in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'function') return textsOf(value())
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function factsIn(source: string): string[] {
  const text = flat(source.replaceAll(STRING_OR_COMMENT, (match, quote) => (quote ? match : '')))
  return [
    ...[...facts].filter((fact) => names(text, fact)).map((fact) => `says “${fact}”`),
    ...Object.entries(KINDS).flatMap(([kind, pattern]) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined ? [] : [`names ${kind}, “${found}”`]
    }),
  ]
}

function names(text: string, fact: string): boolean {
  const at = text.indexOf(flat(fact))
  return at !== -1 && !/\w/.test(`${text[at - 1] ?? ''}${text[at + flat(fact).length] ?? ''}`)
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
