import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** How many tests passed and failed, which failed, and how long each file took. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  /** File and name of each failed test. */
  readonly failures: readonly string[]
  readonly files: readonly { readonly file: string; readonly durationMs: number }[]
}

interface VitestJson {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export function readVitestReport(file: string, root: string): TestReport | undefined {
  const report = readJson<VitestJson>(file)
  if (report === undefined) return undefined
  // A file that does not even load has no tests to count.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [
      ...broken.map(({ name }) => relative(root, name)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
      ),
    ],
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      durationMs: endTime - startTime,
    })),
  }
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly projectName: string
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      readonly results: readonly { readonly duration: number }[]
    }[]
  }[]
}

interface PlaywrightJson {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites: readonly PlaywrightSuite[]
}

export function readPlaywrightReport(file: string): TestReport | undefined {
  const report = readJson<PlaywrightJson>(file)
  if (report === undefined) return undefined
  const { expected, unexpected, flaky } = report.stats
  return {
    passed: expected,
    // A test that passes only on retry counts as failed.
    failed: unexpected + flaky,
    failures: report.suites.flatMap(failuresOf),
    files: report.suites.map((suite) => ({
      file: `tests/e2e/${suite.file}`,
      durationMs: durationOf(suite),
    })),
  }
}

function failuresOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `tests/e2e/${file} (${projectName}) › ${title}`),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

function durationOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationOf(suite), own)
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
