import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_SWITCHES, headlessShellPath } from '#scripts/chromium.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

// What does not depend on the screen is walked on one: whole files here, single journeys by the tag
// @phone or @desktop.
const PHONE_ALONE = [
  '**/account.spec.ts',
  '**/deposit-dialog.spec.ts',
  '**/futures.spec.ts',
  '**/futures-offline.spec.ts',
  '**/futures-without-prices.spec.ts',
  '**/kyc.spec.ts',
  '**/languages.spec.ts',
  '**/offline.spec.ts',
  '**/portfolio.spec.ts',
  '**/spine.spec.ts',
  '**/start.spec.ts',
  '**/withdrawal-protection.spec.ts',
]
const DESKTOP_ALONE = [
  '**/audit.spec.ts',
  '**/dialogs.spec.ts',
  '**/engine-layouts.spec.ts',
  '**/engines.spec.ts',
  '**/exactly-once.spec.ts',
  '**/inert.spec.ts',
  '**/installed.spec.ts',
  '**/keyboard.spec.ts',
  '**/every-screen.spec.ts',
  '**/messages.spec.ts',
  '**/motion.spec.ts',
  '**/push.spec.ts',
  '**/sessions.spec.ts',
  '**/user-management.spec.ts',
]

const SPECS = join(import.meta.dirname, 'tests/e2e')
const WORLDS = ['shared', 'whole browser', 'first', 'own'] as const
type World = (typeof WORLDS)[number]

/** The server and browser that a file asks for, of support/journey.ts. */
function worldOf(file: string): World {
  const text = readFileSync(join(SPECS, file), 'utf8')
  const stage = /stage: '(first|own)'/.exec(text)?.[1] as World | undefined
  return /test\.use\(.*WHOLE_BROWSER/.test(text) ? 'whole browser' : (stage ?? 'shared')
}

const FILES = Object.groupBy(
  readdirSync(SPECS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.spec.ts'),
  ),
  worldOf,
)

/**
 * A project for each screen and world: a worker starts a new server and browser when the world
 * changes, so the files of one world run one after another.
 */
const PROJECTS = [
  // First, because its longest journeys would otherwise be the last ones to end.
  {
    name: 'desktop',
    testIgnore: PHONE_ALONE,
    grepInvert: /@phone/,
    use: { viewport: { width: 1440, height: 900 } },
  },
  {
    name: 'phone',
    testIgnore: DESKTOP_ALONE,
    grepInvert: /@desktop/,
    use: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 1,
      hasTouch: true,
      isMobile: true,
    },
  },
].flatMap((screen) =>
  WORLDS.map((world) => ({
    ...screen,
    name: world === 'shared' ? screen.name : `${screen.name}, ${world}`,
    testMatch: (FILES[world] ?? []).map((file) => `**/${file}`),
  })),
)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: ['./tests/e2e/support/build-app.ts', './tests/e2e/support/open-postgres.ts'],
  // Each worker has its own server, database and browser: two of them fill two cores, and a third
  // one makes every journey slower.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Bounds for a machine that is slow and busy: a green journey is quicker.
  timeout: 300_000,
  expect: { timeout: WAIT_MS_MAX },
  reporter: 'list',
  use: {
    actionTimeout: WAIT_MS_MAX,
    launchOptions: { executablePath: headlessShellPath(), args: [...CHROMIUM_SWITCHES] },
    screenshot: 'only-on-failure',
    // A trace of each journey costs a quarter of its time: ask for one with --trace when it is needed.
    trace: 'off',
    // Nothing moves, so that no press has to wait for an animation to end.
    contextOptions: { reducedMotion: 'reduce' },
    // Where the app is not kept, opening it costs half: a journey that needs it is INSTALLABLE.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: PROJECTS,
})
