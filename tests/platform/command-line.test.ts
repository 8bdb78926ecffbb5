import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readArguments, UsageError } from '#scripts/command-line.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

const LINE = {
  usage: 'npm run copy -- FROM [TO] [--times N]',
  about: 'Copies a file.',
  words: { least: 1, most: 2 },
  options: { times: { type: 'string', default: '1' } },
} as const

test('a command gets its words and options', () => {
  expect(readArguments(LINE, ['a', '--times', '3', 'b'])).toEqual({
    words: ['a', 'b'],
    values: { times: '3' },
  })
  expect(readArguments(LINE, ['a']).values.times).toBe('1')
})

test.each([
  [[], 'An argument is missing.'],
  [['a', 'b', 'c'], '"c" is one argument too many.'],
  [['a', '--time', '3'], "Unknown option '--time'."],
  [['a', '--times'], "Option '--times <value>' argument missing."],
])('%j is refused with the usage of the command', (args, fault) => {
  expect(() => readArguments(LINE, args)).toThrow(new UsageError(fault, { usage: LINE.usage }))
})

test.each([['file.test.ts'], ['-t', 'a name']])(
  'a command without arguments refuses %j',
  (...args) => {
    const line = { usage: 'npm run all', about: 'Runs all.', instead: 'One: npm run one -- NAME' }
    const fault = '"npm run all" takes no arguments.'
    expect(() => readArguments(line, args)).toThrow(
      new StartupError(`${fault} One: npm run one -- NAME`),
    )
    const { instead: _, ...plain } = line
    expect(() => readArguments(plain, args)).toThrow(new StartupError(fault))
  },
)

test.each([['--help'], ['-h'], ['a', '--times', '3', '--help']])(
  '%j asks for help, with other arguments too',
  (...args) => {
    expect(() => readArguments(LINE, args)).toThrow(`Usage: ${LINE.usage}\n\nCopies a file.`)
  },
)

const run = promisify(execFile)

const ROOT = join(import.meta.dirname, '../..')
/** The server parses its own command line. */
const OTHERWISE = ['start']

const commands = Object.entries<string>(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts,
).flatMap(([name, line]) => {
  const [, file] = /^node (scripts\/[\w-]+\.ts)$/.exec(line) ?? []
  return file && !OTHERWISE.includes(name) ? [[name, file] as const] : []
})

test.each([
  ['bench', 'npm run bench'],
  ['bench-pwa', 'npm run bench:pwa'],
  ['drill', 'npm run drill'],
  ['dev', 'npm run dev'],
  ['start', 'npm start'],
  ['test', 'npm test'],
])(
  '%s has a help text',
  async (name, usage) => {
    const args = [join(ROOT, `scripts/${name}.ts`), '--help']
    // A command that starts to work instead is stopped.
    const { stdout } = await run(process.execPath, args, { timeout: WAIT_MS_MAX })
    expect(stdout).toMatch(new RegExp(`^Usage: ${usage}`))
  },
  2 * WAIT_MS_MAX,
)

test('the list of commands is not empty', () => expect(commands.length).toBeGreaterThan(15))

test.each(commands)('npm run %s parses its command line before it does anything', (_, file) => {
  const code = readFileSync(join(ROOT, file), 'utf8')
  const [beginning = ''] = code.split('await runCommand(')
  expect(beginning).not.toBe(code)
  expect(beginning).not.toMatch(/^await /m)
})
