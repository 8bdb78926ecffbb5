import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { translatedCodes } from './scripts/languages/catalogue-files.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { WAIT_MS_MAX } from './tests/support/patience.ts'

// Tests of pure code need no database and live in these folders; every other folder of tests gets
// one. Properties (fast-check) are told by their suffix.
const PURE_FOLDERS = ['deciders', 'economics', 'proofs', 'pwa', 'rules', 'shared']
const PURE = PURE_FOLDERS.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)
/** They only compute, so they may give way: a server must answer within its bounds. */
const PURE_PROPERTIES = PURE_FOLDERS.map((folder) => `tests/${folder}/**/*.property.test.ts`)
const REPLACES = /vi\.(mock|stubGlobal|resetModules)\(|\/support\/(browser|device)\.ts'/
/** What replaces modules or globals needs a process to itself; none of it needs a database. */
const REPLACING = readdirSync(join(import.meta.dirname, 'tests'), { recursive: true })
  .map((path) => `tests/${path}`)
  .filter((path) => /\.test\.tsx?$/.test(path))
  .filter((path) => REPLACES.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
const ELSEWHERE = ['tests/architecture/**', 'tests/e2e/**']
/** Finding out which languages the app offers takes a second; catalogues.test.ts holds them equal. */
const LANGUAGES = ['en', ...translatedCodes()]
/** Tests of the server wait for PostgreSQL and for time to pass: two of them leave cores idle. */
const WAITING_WORKERS = 3

export default defineConfig({
  define: { __LANGUAGES__: JSON.stringify(LANGUAGES) },
  test: {
    environment: 'node',
    // Two cores: more workers do not speed up tests that compute.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Bounds for a machine that is slow and busy: tests wait for states, and a green one is quicker.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: WAIT_MS_MAX, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: PURE,
          exclude: [...PURE_PROPERTIES, ...REPLACING],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: REPLACING },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: PURE_PROPERTIES,
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          experimental: { viteModuleRunner: false },
          include: ['tests/**/*.test.ts'],
          exclude: [...PURE, ...ELSEWHERE, ...REPLACING],
          globalSetup: 'tests/support/postgres.ts',
          // Each file has a server and a database of its own.
          isolate: false,
          maxWorkers: WAITING_WORKERS,
          // Projects that run together must have as many workers.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['tests/architecture/*.test.ts'],
          // They give way to the journeys, so on a slow machine they have as long as those take.
          testTimeout: 1_800_000,
        },
      },
    ],
  },
})
