import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'
import type { ServedApp } from './served-app.ts'

/** A phone's browser whose profile survives restarts. */
export interface Profile {
  readonly folder: string
  readonly open: (options?: OpenOptions) => Promise<BrowserContext>
  readonly remove: () => Promise<void>
}

interface OpenOptions {
  readonly debuggingPort?: number
  readonly colorScheme?: 'dark' | 'light'
  readonly viewport?: { width: number; height: number }
}

export const PHONE = { width: 390, height: 844 }

export async function createProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-pwa-profile-'))
  return {
    folder,
    open: ({ debuggingPort, colorScheme = 'dark', viewport = PHONE } = {}) =>
      chromium.launchPersistentContext(folder, {
        executablePath: chromiumPath(),
        args: [
          ...CHROMIUM_SWITCHES,
          ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
        ],
        colorScheme,
        viewport,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Signs in as a user does and waits until the service worker has cached the app. */
export async function signIn(page: Page, app: Omit<ServedApp, 'stop'>): Promise<void> {
  await page.goto(`${app.origin}/login`)
  await page.getByLabel('Email').fill(app.email)
  await page.getByLabel('Password', { exact: true }).fill(app.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${app.origin}/`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
