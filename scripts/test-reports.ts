import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** How many tests passed and failed, which failed and why, and how long each file took. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  /** Tests that were skipped because a browser is missing. */
  readonly skipped?: number
  readonly failures: readonly Failure[]
  readonly files: readonly { readonly file: string; readonly durationMs: number }[]
}

export interface Failure {
  /** File and title of a test, or the name of a check. */
  readonly name: string
  readonly reason: string
}

const REASON_LINES_MAX = 15
const REASON_COLUMNS_MAX = 200

/** The first lines of the output of a failed test or check, without colours, for a summary. */
export function reasonOf(parts: readonly (string | undefined)[]): string {
  return stripVTControlCharacters(parts.filter(Boolean).join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES_MAX)
    .map((line) => line.trimEnd().slice(0, REASON_COLUMNS_MAX))
    .join('\n')
}

/** Written by `scripts/vitest-report.ts`. */
export function readVitestReport(file: string): TestReport | undefined {
  return readJson<TestReport>(file)
}

export function readPlaywrightReport(file: string): TestReport | undefined {
  const report = readJson<JSONReport>(file)
  if (report === undefined) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  const outside = report.errors.map(({ message }) => ({
    name: 'outside of the tests',
    reason: reasonOf([message]),
  }))
  return {
    passed: expected,
    // A test that passes only on retry counts as failed.
    failed: unexpected + flaky + outside.length,
    skipped,
    failures: [...report.suites.flatMap(failuresOf), ...outside],
    files: report.suites.map((suite) => ({
      file: `tests/e2e/${suite.file}`,
      durationMs: durationOf(suite),
    })),
  }
}

function failuresOf({ suites = [], specs }: JSONReportSuite): Failure[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: `tests/e2e/${file} (${projectName}) › ${title}`,
        reason: reasonOf(results.flatMap(({ errors }) => errors.map(({ message }) => message))),
      })),
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
