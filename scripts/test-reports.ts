import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** How many tests passed and failed, and how long each file took. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
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
    readonly assertionResults: readonly unknown[]
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
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
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
    // A test that passes at the second try is a test that failed.
    failed: unexpected + flaky,
    files: report.suites.map((suite) => ({
      file: `tests/e2e/${suite.file}`,
      durationMs: durationOf(suite),
    })),
  }
}

function durationOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationOf(suite), own)
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
