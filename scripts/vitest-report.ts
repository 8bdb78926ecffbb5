import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { type Failure, reasonOf, type TestReport } from '#scripts/test-reports.ts'

/**
 * A Vitest reporter for `npm test`: writes the outcome of a run to the file in TEST_REPORT,
 * including the difference between expected and actual values, which Vitest's own JSON lacks.
 */
export default class VitestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.TEST_REPORT
    if (!file) throw new Error('TEST_REPORT names no file')
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => ({ name: 'unhandled error', reason: textOf([error]) })),
    ]
    const report: TestReport = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failures.length,
      failures,
      files: modules.map((module) => ({
        file: module.relativeModuleId,
        durationMs: module.diagnostic().duration,
      })),
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

function failuresOf(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: `${file} › ${test.fullName}`,
    reason: textOf(test.result().errors ?? []),
  }))
  // A file that does not load, or whose hook fails, may have no failed test.
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  const errors = [...module.errors(), ...suites]
  return errors.length > 0 ? [{ name: file, reason: textOf(errors) }, ...tests] : tests
}

function textOf(errors: readonly SerializedError[]): string {
  return reasonOf(
    errors.flatMap(({ message, stack, diff }) => [
      message,
      ownFrame(stack),
      typeof diff === 'string' ? diff : undefined,
    ]),
  )
}

/** The location of an error within the project. */
function ownFrame(stack = ''): string | undefined {
  return stack.split('\n').find((line) => /^\s+at /.test(line) && !/node_modules|node:/.test(line))
}
