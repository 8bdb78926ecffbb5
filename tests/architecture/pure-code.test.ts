import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// The linter checks which functions pure code calls. These tests plant forbidden calls in a copy of
// the project's folders, with the project's own settings.
const ROOT = join(import.meta.dirname, '../..')
const FREE = 'server/platform/loans.ts'
const COUNTS_MONEY = [
  'shared/rules/loans.ts',
  'server/features/loans/decider.ts',
  'server/features/loans/decide-repayment.ts',
  'server/features/futures/entry-decider.ts',
  'server/identity/decider.ts',
  'server/ledger/postings.ts',
]
const PURE = [...COUNTS_MONEY, 'server/features/loans/events.ts']

const ambient = ['Date.now()', 'new Date()', 'Math.random()', 'process.cwd()']
const floats = ['Number(text)', 'parseFloat(text)', 'Number.parseFloat(text)']
const innocent = ['new Date(epochMs)', 'BigInt(text)', 'String(epochMs)']

const folder = mkdtempSync(join(tmpdir(), 'exchange-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const guilty = plantAndLint([...ambient, ...floats, ...innocent])

test.each(ambient)('pure code may not read its environment: %s', (expression) => {
  expect(guilty.get(expression)).toEqual(PURE)
})

test.each(floats)('money may not pass through a float: %s', (expression) => {
  expect(guilty.get(expression)).toEqual(COUNTS_MONEY)
})

test.each(innocent)('pure code may use the facts it is given: %s', (expression) => {
  expect(guilty.get(expression)).toEqual([])
})

test('only caller.ts asks what a role may do: a disabled person keeps the role', () => {
  const files = ['server/features/loans/routes.ts', 'server/platform/caller.ts']
  const asking = "import { may } from '#shared/rules/permissions.ts'\n\nexport const seen = may\n"
  for (const file of files) write(file, asking)
  const found = lint()
  expect(files.filter((file) => found.has(file))).toEqual(['server/features/loans/routes.ts'])
})

test('a server opens no connection without bounds', () => {
  const opening = (config: string) => `export const open = (url: string) => new Client(${config})\n`
  const driver = "import { Client } from 'pg'\n"
  const bounds =
    "import { connectionConfig, OPERATOR_BOUNDS } from '#server/events/connection.ts'\n"
  write('server/backup/bare.ts', `${driver}\n${opening('{ connectionString: url }')}`)
  write(
    'server/backup/bounded.ts',
    `${driver}${bounds}\n${opening('connectionConfig(url, OPERATOR_BOUNDS)')}`,
  )
  const found = [...lint()].filter((file) => file.startsWith('server/backup/b'))
  expect(found).toEqual(['server/backup/bare.ts'])
})

/** Plants each expression in each file. @returns the files in which each is refused */
function plantAndLint(expressions: readonly string[]): Map<string, string[]> {
  cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'))
  cpSync(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
  const refused = new Map<string, string[]>()
  for (const expression of expressions) {
    const files = [...PURE, FREE]
    for (const file of files) plant(file, expression)
    const found = lint()
    refused.set(
      expression,
      files.filter((file) => found.has(file)),
    )
  }
  return refused
}

function plant(file: string, expression: string): void {
  write(
    file,
    `export const seen = (text: string, epochMs: number) => [text, epochMs, ${expression}]\n`,
  )
}

function write(file: string, code: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}

function lint(): Set<string> {
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    [
      'lint',
      '--vcs-enabled=false',
      '--reporter=json',
      '--max-diagnostics=none',
      'shared',
      'server',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  const report: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout)
  return new Set(report.diagnostics.map(({ location }) => location.path))
}
