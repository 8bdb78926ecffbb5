import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Comments cite documents of this repository, by headings that exist.
const ROOT = join(import.meta.dirname, '../..')
const HERE = 'tests/architecture/citations.test.ts'
const FOLDERS = '{pwa,server,shared,scripts,tests}/**/*.{ts,tsx,mjs,css,md}'
const PAGES = '{*,docs/**/*}.{ts,md}'

const decisions = readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4))
const headings = headingsOf(readFileSync(join(ROOT, 'docs/product.md'), 'utf8'))

test('comments cite documents and headings that exist', () => {
  const files = globSync([FOLDERS, PAGES], { cwd: ROOT }).filter((file) => file !== HERE)
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(headings).toContain('Deposits')
  expect(faults).toEqual([])
})

describe('citing', () => {
  test.each([
    ['a heading', ' * Source   docs/product.md, Deposits'],
    [
      'a heading in a sentence',
      '/** The address book. Source: docs/product.md, Saved addresses. */',
    ],
    ['a heading across two lines', ' * Source: docs/product.md, Accounts\n * and sessions'],
    ['a document', 'see docs/product.md'],
    ['a standard', '// RFC 9110 section 10.2.3'],
  ])('%s is allowed', (_, comment) => {
    expect(faultsOf(comment)).toEqual([])
  })

  test.each([
    ['an unknown heading', ' * Source   docs/product.md, Deposit slips', 'Deposit slips'],
    ['a longer word than the heading', '// docs/product.md, Depositsome', 'Depositsome'],
    ['an unknown document', 'see docs/missing.md', 'docs/missing.md'],
    ['an unknown decision', '// docs/decisions/9999', 'docs/decisions/9999'],
    ['a document outside', ' * Source   spec 2', 'spec 2'],
    ['a ruling', '// ruling 7', 'ruling 7'],
    ['a section sign', '// RFC 9110 §10', '§'],
  ])('%s is reported', (_, comment, fault) => {
    expect(faultsOf(comment)).toEqual([expect.stringContaining(fault)])
  })
})

function headingsOf(page: string): string[] {
  return [...page.matchAll(/^###? (.+)$/gm)].map(([, heading = '']) => heading)
}

function faultsOf(text: string): string[] {
  // A comment may break a citation across lines.
  const flat = text.replaceAll(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' ')
  const outside = flat.match(/\bspec(ification)? [12]\b|\b[Rr]ulings? \d+|§/g) ?? []
  const missing = [...flat.matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md\b/g)]
    .map(([path]) => path)
    .filter((path) => !existsSync(join(ROOT, path)))
  const undecided = [...flat.matchAll(/docs\/decisions\/(\d+)/g)]
    .filter(([, number = '']) => !decisions.includes(number))
    .map(([path]) => path)
  const unknown = [...flat.matchAll(/docs\/product\.md, (.{1,60})/g)]
    .map(([, cited = '']) => cited)
    .filter((cited) => !headings.some((heading) => begins(cited, heading)))
  return [
    ...outside.map((words) => `cites “${words}”, which is not in this repository`),
    ...[...missing, ...undecided].map((path) => `names ${path}, which does not exist`),
    ...unknown.map((cited) => `cites no heading of docs/product.md: “${cited}”`),
  ]
}

function begins(cited: string, heading: string): boolean {
  return cited.startsWith(heading) && !/^[\w-]/.test(cited.slice(heading.length))
}
