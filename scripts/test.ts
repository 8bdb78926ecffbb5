import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { runCommand } from '#scripts/command-line.ts'
import { giveWay } from '#scripts/give-way.ts'
import {
  type Failure,
  readPlaywrightReport,
  readVitestReport,
  reasonOf,
  type TestReport,
} from '#scripts/test-reports.ts'
import { TYPE_CHECK, TYPE_CHECKER } from '#scripts/type-checker.ts'

// Runs `npm test`: runs every check, prints one line for each and failures in full, and ends with
// the first lines of each failure, in case the output was cut off, and the totals.

interface Step {
  readonly name: string
  readonly run: () => Promise<Outcome>
}

interface Outcome extends TestReport {
  /** The check's output; shown if something failed. */
  readonly output: string
}

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, '.cache', 'test-reports')
const BIN = join(ROOT, 'node_modules', '.bin')
const VITEST_REPORT = join(import.meta.dirname, 'vitest-report.ts')
/** The compile cache that is shared by all Node processes. */
const COMPILED = join(ROOT, '.cache', 'compiled')

/** Steps that run in parallel. */
type Group = readonly Step[]
/** Groups that run one after another. */
type Lane = readonly Group[]

// On two cores, checks that only compute run in parallel. While tests wait, processor time is left
// over, which the low-priority checks use.
// Source: docs/decisions/0146-long-checks-give-way.md
const LANES: readonly Lane[] = [
  [
    [
      check('types', TYPE_CHECKER, ...TYPE_CHECK),
      check('lint', 'biome', 'check', '.'),
      check('unused code', 'knip'),
    ],
    [suite('unit'), { name: 'build of the app', run: build }],
    [suite('api')],
    [{ name: 'browser', run: journeys }],
  ],
  [[suite('unit-alone')]],
  [[suite('property', { givesWay: true })], [suite('architecture', { givesWay: true })]],
]

const LINE = {
  usage: 'npm test',
  about: 'Runs every check, as CI does, and prints one line for each and all failures.',
  instead: "One file: npx vitest run --project 'unit*' FILE",
}

const startedAt = performance.now()
await runCommand(LINE, async () => {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const outcomes = (await Promise.all(LANES.map(runInTurn))).flat()
  process.exitCode = summarise(outcomes)
})

async function runInTurn(lane: Lane): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const group of lane) outcomes.push(...(await Promise.all(group.map(runStep))))
  return outcomes
}

async function runStep({ name, run }: Step): Promise<Outcome> {
  const stepStartedAt = performance.now()
  const outcome = await run()
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok'
  const counts = countsOf(outcome)
  console.log(`${verdict.padEnd(8)}${name.padEnd(20)}${secondsSince(stepStartedAt)}   ${counts}`)
  if (outcome.failed > 0) console.log(outcome.output)
  return outcome
}

function summarise(all: readonly Outcome[]): number {
  const total = (part: 'passed' | 'failed' | 'skipped') =>
    all.reduce((sum, outcome) => sum + (outcome[part] ?? 0), 0)
  const failed = total('failed')
  const files = all.flatMap((outcome) => outcome.files).sort((a, b) => b.durationMs - a.durationMs)
  console.log('\nSlowest test files')
  for (const { file, durationMs } of files.slice(0, 10)) {
    console.log(`${(durationMs / 1000).toFixed(1).padStart(8)} s  ${file}`)
  }
  const failures = all.flatMap((outcome) => outcome.failures)
  if (failures.length > 0) console.log(['\nFailed', ...failures.map(listed)].join('\n'))
  console.log(`\nTotal time: ${secondsSince(startedAt).trim()}`)
  console.log(countsOf({ passed: total('passed'), failed, skipped: total('skipped') }))
  return failed > 0 ? 1 : 0
}

function countsOf({ passed, failed, skipped = 0 }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function listed({ name, reason }: Failure): string {
  return [`  ${name}`, ...reason.split('\n').map((line) => `      ${line}`)].join('\n')
}

/** A check that passes or fails as a whole. */
function check(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await execute(program, args)
      return { ...verdictOf(code === 0, name, output), output }
    },
  }
}

/** A project of vitest.config.ts. */
function suite(name: string, options: Options = {}): Step {
  const file = join(REPORTS, `${name}.json`)
  const reporters = ['--reporter=dot', `--reporter=${VITEST_REPORT}`]
  return {
    name,
    run: async () => {
      const args = ['run', '--project', name, ...reporters]
      const { code, output } = await execute('vitest', args, { TEST_REPORT: file }, options)
      return { ...trusted(readVitestReport(file), { code, output, name }), output }
    },
  }
}

async function build(): Promise<Outcome> {
  try {
    if (isPwaStale()) await buildPwa()
    return { ...verdictOf(true, 'build', ''), output: '' }
  } catch (error) {
    const output = String(error)
    return { ...verdictOf(false, 'build', output), output }
  }
}

async function journeys(): Promise<Outcome> {
  const file = join(REPORTS, 'browser.json')
  const { code, output } = await execute('playwright', ['test', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Playwright sets FORCE_COLOR itself; in combination with NO_COLOR, every process prints a
    // warning.
    NO_COLOR: undefined,
  })
  return { ...trusted(readPlaywrightReport(file), { code, output, name: 'browser' }), output }
}

function verdictOf(isGood: boolean, name: string, output: string): TestReport {
  const failures = isGood ? [] : [{ name, reason: reasonOf([output]) }]
  return { passed: isGood ? 1 : 0, failed: failures.length, failures, files: [] }
}

interface Ended {
  readonly code: number
  readonly output: string
  readonly name: string
}

/** A runner that exits with an error counts as failed even if no test failed. */
function trusted(report: TestReport | undefined, { code, output, name }: Ended): TestReport {
  const broken = verdictOf(false, name, output)
  if (report === undefined || report.passed + report.failed === 0) return broken
  const { failed, failures } = broken
  return code !== 0 && report.failed === 0 ? { ...report, failed, failures } : report
}

interface Options {
  /** Whether it runs at a low priority. */
  readonly givesWay?: boolean
}

function execute(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { givesWay = false }: Options = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(BIN, program), args, {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILED, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: givesWay,
    })
    if (givesWay) giveWay(child)
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function secondsSince(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s`
}
