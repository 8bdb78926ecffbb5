import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { WAIT_MS_MAX } from './tests/support/patience.ts'

// Tests of pure code need no database and live in these folders; every other folder of tests gets
// one. Properties (fast-check) are told by their suffix, wherever they stand.
const PURE = ['deciders', 'economics', 'pwa', 'rules', 'shared'].map(
  (folder) => `tests/${folder}/**/*.test.{ts,tsx}`,
)
const PROPERTIES = ['tests/**/*.property.test.ts']
// What puts a module of its own in another's place needs the modules to itself.
const MOCKING = ['tests/platform/permissions.test.ts']
const ELSEWHERE = ['tests/architecture/**', 'tests/e2e/**']
/** Tests of the server wait for PostgreSQL and for time to pass more than they compute. */
const WAITING_WORKERS = 3

export default defineConfig({
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
        test: { name: 'unit', include: PURE, exclude: PROPERTIES },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: PROPERTIES,
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/**/*.test.ts'],
          exclude: [...PURE, ...PROPERTIES, ...ELSEWHERE, ...MOCKING],
          globalSetup: 'tests/support/postgres.ts',
          // Each file has a server and a database of its own; the modules are read once for all.
          isolate: false,
          maxWorkers: WAITING_WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          include: MOCKING,
          globalSetup: 'tests/support/postgres.ts',
          maxWorkers: WAITING_WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['tests/architecture/*.test.ts'],
        },
      },
    ],
  },
})
