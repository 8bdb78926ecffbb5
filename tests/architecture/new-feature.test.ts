import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readArguments } from '#scripts/command-line.ts'
import { translatedCodes } from '#scripts/languages/catalogue-files.ts'
import { generateFeature, LINE, untranslatedIn } from '#scripts/new-feature.ts'
import { TYPE_CHECK, TYPE_CHECKER } from '#scripts/type-checker.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  ...['shared', 'server', 'pwa', 'scripts', 'tests', 'docs'],
  ...['package.json', 'tsconfig.json', 'biome.json', '.dependency-cruiser.cjs', '.gitignore'],
  ...['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'],
  ...globSync(['*.md', 'compose.yaml'], { cwd: ROOT }),
]
/** Files that every feature may change; all others belong to one feature. */
const CENTRAL = [
  'docs/product.md',
  'pwa/features/index.ts',
  'server/features/index.ts',
  'server/ledger/describe-event.ts',
  'server/ledger/postings.ts',
  'shared/errors.ts',
  'tests/deciders/audit-details.test.ts',
  ...translatedCodes().map((code) => `shared/languages/messages/${code}.json`),
].sort()

const copy = mkdtempSync(join(tmpdir(), 'exchange-new-feature-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/**
 * Nouns that no feature is likely to have, so that the test works alongside any generated feature.
 */
const PLAIN = 'trial-letters'
const REVIEWED = 'trial-cards'

/** The imports of all other files are checked in imports.test.ts. */
const ALONE = ['--do-not-follow', '^(?!.*trial-)']
/** One worker, because each loads the whole server, which takes longer than these tests. */
const ONE_WORKER = ['--maxWorkers', '1']
const COVERS_ALL = /\/features\/index\.ts'|\/contract-routes\.ts'/
/** Unit tests of every feature: they read the list of features, or all routes. */
const OF_ALL = globSync('tests/{deciders,pwa,rules,shared}/**/*.test.{ts,tsx}', {
  cwd: ROOT,
}).filter((path) => COVERS_ALL.test(readFileSync(join(ROOT, path), 'utf8')))
const UNIT = [
  ...[REVIEWED, PLAIN, 'documents', 'catalogues', ...OF_ALL],
  ...['--testTimeout', '600000', ...ONE_WORKER],
]
/** The tests that cover all routes, the rows of the new ones, and the generated tests. */
const API = [
  ...[REVIEWED, PLAIN, 'api/authorisation', 'api/command-races'],
  ...['--testNamePattern', 'listed|has a row|table|trial|request freezes|approval pays|rejection'],
  ...ONE_WORKER,
]
const ALL_PASSED = /Tests +\d+ passed( \||\s)/

test('a generated feature of each form passes all checks and its own tests once translated', async () => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const plain = generateFeature(copy, PLAIN)
  const reviewed = generateFeature(copy, REVIEWED, { isReviewed: true })
  const touched = [...new Set([...plain, ...reviewed])]
  expect(touched.filter((path) => existsSync(join(ROOT, path))).sort()).toEqual(CENTRAL)
  const code = touched.filter((path) => !path.endsWith('.md'))
  const imports = ['--config', '.dependency-cruiser.cjs', '--preserve-symlinks', ...ALONE, ...code]
  await Promise.all([
    run(TYPE_CHECKER, ...TYPE_CHECK),
    run('biome', 'check', ...code),
    run('depcruise', ...imports),
  ])
  const waiting = [
    'No trial letters yet',
    'Trial letter opened',
    'The minimum is {minimum} {symbol}.',
  ]
  expect(untranslatedIn(copy)).toEqual(expect.arrayContaining(waiting))
  translateAll()
  const [unit, api] = await Promise.all([
    run('vitest', 'run', '--project', 'unit*', ...UNIT),
    run('vitest', 'run', '--project', 'api', ...API),
  ])
  expect(unit).toMatch(ALL_PASSED)
  expect(api).toMatch(ALL_PASSED)
})

/** Translates just enough for the checks. The wording is left to people. */
function translateAll(): void {
  for (const path of globSync(join(copy, 'shared/languages/messages/*.json'))) {
    const file = JSON.parse(readFileSync(path, 'utf8'))
    for (const message in file.messages) file.messages[message] ||= message
    writeFileSync(path, JSON.stringify(file))
  }
}

/** @throws Error with the output, if the program ends with a failure */
function run(program: string, ...args: string[]): Promise<string> {
  const settings = { cwd: copy, env: { ...process.env, NO_COLOR: '1' } }
  return new Promise((resolve, reject) => {
    execFile(join(ROOT, 'node_modules/.bin', program), args, settings, (error, stdout, stderr) =>
      error ? reject(new Error(`${program} failed:\n${stdout}${stderr}`)) : resolve(stdout),
    )
  })
}

describe('a feature that cannot be generated', () => {
  test.each([
    ['no noun', [], /^An argument is missing\.\nUsage: npm run new:feature/],
    ['an unknown option', ['gift-cards', '--review'], "Unknown option '--review'."],
    ['two nouns', ['gift-cards', 'letters'], '"letters" is one argument too many.'],
  ])('is refused for %s', (_, args, message) => {
    expect(() => readArguments(LINE, args)).toThrow(message)
  })

  test.each([
    ['a path', '../gift-cards', 'Give a plural noun in kebab case'],
    ['capitals', 'GiftCards', 'Give a plural noun in kebab case'],
    ['a singular', 'gift-card', 'Give a plural noun in kebab case'],
    ['a word of TypeScript', 'classes', '"class" is a word of TypeScript'],
    ['a feature', 'deposits', 'The name "deposits" is taken. Choose another noun.'],
    ['a kind of stream', 'stakes', 'The name "stake" is taken. Choose another noun.'],
  ])('is refused for the name of %s, and nothing is written', (_, plural, message) => {
    const empty = mkdtempSync(join(tmpdir(), 'exchange-no-feature-'))
    try {
      expect(() => generateFeature(empty, plural, { isReviewed: true })).toThrow(message)
      expect(existsSync(join(empty, 'shared'))).toBe(false)
    } finally {
      rmSync(empty, { recursive: true })
    }
  })
})
