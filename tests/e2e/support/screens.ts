import { type BrowserContext, expect, type Page } from '@playwright/test'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'
import { photo } from '#tests/api/support/pictures.ts'
import type { RunningServer } from './running-server.ts'

/** A payment screenshot as the form takes it. */
export async function screenshotFile(width = 320, height = 240) {
  const { name, content } = await photo(width, height)
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(content) }
}

/** Fills the third step of a deposit; the dialog is open on the first. */
export async function fillDeposit(page: Page, symbol: string, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`^${symbol}`) }).click()
  await dialog.getByRole('button', { name: 'I have sent it' }).click()
  await dialog.getByLabel('Amount sent').fill(amount)
  await dialog.getByLabel('Payment screenshot').setInputFiles(await screenshotFile())
}

/** The spot page with its order form filled in for a limit order to buy. */
export async function fillLimitOrder(page: Page, price: string, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Price' }).fill(price)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
}

export function buyButton(page: Page) {
  return page.getByRole('button', { name: 'Buy BTC' })
}

export function orderTable(page: Page, list: 'Current Orders' | 'Order History') {
  return page.getByRole('table', { name: list })
}

/** The orders tab's row of a submission that has not been taken by the server. */
export function unsentOrder(page: Page) {
  return page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Buy BTC/USDT' })
}

/** For what a browser does around its pages: installing an app, showing a notification. */
export const WHOLE_BROWSER = {
  launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_SWITCHES] },
}

/** A browser that may keep the app; all others do without, since keeping it is half of an opening. */
export const INSTALLABLE = { serviceWorkers: 'allow' } as const

/**
 * Waits until the service worker holds the app, so that it opens without a network. The browser must
 * be INSTALLABLE.
 */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
}

/**
 * Lets time pass on both sides: what a page would have done by itself meanwhile is done. The clock
 * of the context has to be installed before its first page opens.
 */
export async function passTime(
  server: RunningServer,
  context: BrowserContext,
  ms: number,
): Promise<void> {
  await server.letPass(ms)
  await context.clock.fastForward(ms)
}
