import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { layFeature } from '#scripts/new-feature.ts'
import { TYPE_CHECKER } from '#scripts/type-checker.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = ['shared', 'server', 'pwa', 'scripts', 'tests', 'package.json', 'tsconfig.json']
const SETTINGS = [
  '.gitignore',
  'biome.json',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
]

const ALL_PASSED = /Tests +\d+ passed( \||\s)/

const copy = mkdtempSync(join(tmpdir(), 'exchange-new-feature-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a generated feature passes the type checker, the linter and its own tests', () => {
  for (const name of [...COPIED, ...SETTINGS]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const touched = layFeature(copy, 'gift-cards')
  expect(run(TYPE_CHECKER, '--noEmit', '--project', '.')).toBe('')
  expect(run('biome', 'check', ...touched)).toContain('No fixes applied')
  expect(run('vitest', 'run', 'gift-cards')).toMatch(/Tests +3 passed/)
  expect(run('vitest', 'run', 'tests/deciders/features', 'tests/pwa/features')).toMatch(ALL_PASSED)
  const rows = ['authorisation', 'command-races', '--testNamePattern', 'written down|gift-cards']
  expect(run('vitest', 'run', ...rows)).toMatch(ALL_PASSED)
}, 240_000)

function run(program: string, ...args: string[]): string {
  const environment = { ...process.env, NO_COLOR: '1' }
  const settings = { cwd: copy, encoding: 'utf8', env: environment } as const
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin', program), args, settings)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}
