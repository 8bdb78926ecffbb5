import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

/** How many tests passed and failed, which failed, and how long each file took. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  /** File and name of each failed test. */
  readonly failures: readonly string[]
  readonly files: readonly { readonly file: string; readonly durationMs: number }[]
}

export function readVitestReport(file: string, root: string): TestReport | undefined {
  const report = readJson<JsonTestResults>(file)
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

export function readPlaywrightReport(file: string): TestReport | undefined {
  const report = readJson<JSONReport>(file)
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

function failuresOf({ suites = [], specs }: JSONReportSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `tests/e2e/${file} (${projectName}) › ${title}`),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

function durationOf({ suites = [], specs }: JSONReportSuite): number {
  const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationOf(suite), own)
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
