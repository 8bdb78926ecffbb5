import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly { readonly from: string; readonly rule: { name: string } }[]
  }
}

const ROOT = join(import.meta.dirname, '../..')
const PLANTED = join(import.meta.dirname, 'planted')
const CONFIG = join(ROOT, '.dependency-cruiser.cjs')

const rules: string[] = createRequire(import.meta.url)(CONFIG).forbidden.map(
  (rule: { name: string }) => rule.name,
)

// A compiler upgrade once left the checker with no modules to check, and it passed.
const MODULES_MIN = 500

test('no module breaks an import rule', () => {
  const { violations, totalCruised } = cruise(ROOT, CONFIG).summary
  expect(violations.map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([])
  expect(totalCruised).toBeGreaterThan(MODULES_MIN)
})

const found = cruise(PLANTED, CONFIG).summary.violations
const planted = globSync('**/*.{ts,tsx}', { cwd: PLANTED }).flatMap((file) => {
  const rule = /^\/\/ breaks (\S+)/.exec(readFileSync(join(PLANTED, file), 'utf8'))?.[1]
  return rule ? [{ rule, file }] : []
})

test.each(rules)('a violation of "%s" is found', (rule) => {
  const files = planted.filter((breach) => breach.rule === rule).map(({ file }) => file)
  const reported = found.filter((breach) => breach.rule.name === rule).map(({ from }) => from)
  expect(files).not.toEqual([])
  expect([...new Set(reported)]).toEqual(expect.arrayContaining(files))
})

test('modules that break no rule are not reported', () => {
  const guilty = new Set(planted.map(({ file }) => file))
  expect(found.filter(({ from }) => !guilty.has(from))).toEqual([])
})

function cruise(folder: string, config: string): Cruise {
  const folders = globSync('{shared,server,pwa,scripts,tests}', { cwd: folder })
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', config, '--output-type', 'json', ...folders]
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
  // The exit code is the number of violations, so it does not show whether there is a report.
  const { stdout, stderr } = spawnSync(process.execPath, args, options)
  if (stdout === '') throw new Error(`dependency-cruiser checked nothing. ${stderr.trim()}`)
  return JSON.parse(stdout)
}
