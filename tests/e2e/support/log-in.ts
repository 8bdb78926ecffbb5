import type { Page } from '@playwright/test'
import type { Person } from './people.ts'

/** For `open`: a browser without a session. */
export const LOGGED_OUT = { storageState: { cookies: [], origins: [] } }

/**
 * Logs in with the form, which binds the session to the browser. Unbound sessions end after 12
 * hours.
 */
export async function logInWithForm(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
