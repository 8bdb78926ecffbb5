import type { Page } from '@playwright/test'

/** A page without requests to the server or open dialogs. */
export const NOWHERE = '/nowhere'

/**
 * Navigates like a link, without a reload. It goes through an empty page first if a dialog is open
 * or the path stays the same.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const isOpen = (await dialog.count()) > 0
  // Some dialogs belong to the layout around the pages.
  if (isOpen) await page.keyboard.press('Escape')
  if (isOpen || pathnameOf(page.url()) === pathnameOf(path)) {
    await followLink(page, NOWHERE)
    await dialog.first().waitFor({ state: 'detached' })
  }
  await followLink(page, path)
}

/** Navigates like a link, at once. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

function pathnameOf(url: string): string {
  return new URL(url, 'http://app').pathname
}
