import { expect, type Page } from '@playwright/test'

/** Nothing asks the server there, and no dialog is open. */
export const NOWHERE = '/nowhere'

/**
 * As a link does, without another load; by way of a page where nothing is, if something of the page
 * that stands would stay open.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const isOpen = (await dialog.count()) > 0
  // Some belong to the frame around the pages.
  if (isOpen) await page.keyboard.press('Escape')
  if (isOpen || pathnameOf(page.url()) === pathnameOf(path)) {
    await follow(page, NOWHERE)
    await expect(dialog).toHaveCount(0)
  }
  await follow(page, path)
}

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

function pathnameOf(url: string): string {
  return new URL(url, 'http://app').pathname
}
