import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import type { StaffMember } from '#scripts/bench/users.ts'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'

/** A phone's browser whose profile survives restarts. */
export interface Profile {
  readonly folder: string
  readonly open: (options?: OpenOptions) => Promise<BrowserContext>
  readonly remove: () => Promise<void>
}

interface OpenOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'viewport'> {
  readonly debuggingPort?: number
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
export async function signIn(
  page: Page,
  { origin, email, password }: Omit<StaffMember, 'userId'> & { readonly origin: string },
): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${origin}/`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/**
 * Lowers the priority of a process and its children below the browser's: on a phone, neither the
 * server nor a measuring tool competes with the page.
 */
export function standBack(pid: number | undefined): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
