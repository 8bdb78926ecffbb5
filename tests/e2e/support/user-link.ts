import { expect, type Locator } from '@playwright/test'
import type { Person } from './people.ts'

/** The name of a user opens the user's dialog, and closing that returns to the earlier screen. */
export async function expectUserLink(place: Locator, { email, user }: Person): Promise<void> {
  const page = place.page()
  const address = page.url()
  await place.getByRole('link', { name: user.full_name, exact: true }).click()
  const opened = page.getByRole('dialog', { name: `Manage ${user.full_name}` })
  await expect(opened.getByText(email)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`))
  await opened.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expect(opened).toBeHidden()
}
