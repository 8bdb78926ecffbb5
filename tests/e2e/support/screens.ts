import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import encodeQR from 'qr'
import sharp from 'sharp'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import type { RunningServer } from './running-server.ts'
import type { Say } from './speaker.ts'

/** The screens of playwright.config.ts, for a journey whose layout differs in a few places only. */
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

/** A payment screenshot for a file input. */
export async function screenshotFile(width = 320, height = 240) {
  const { name, content } = await photo(width, height)
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(content) }
}

/** An image of a QR code for a file input. */
export async function qrPicture(text: string) {
  const rows = encodeQR(text, 'raw', { border: 4, scale: 6 })
  const pixels = Uint8Array.from(rows.flat(), (isDark) => (isDark ? 0 : 255))
  const raw = { width: rows[0]?.length ?? 0, height: rows.length, channels: 1 } as const
  return {
    name: 'code.png',
    mimeType: 'image/png',
    buffer: await sharp(pixels, { raw }).png().toBuffer(),
  }
}

/** Holds an image before the camera of a page. */
export async function holdBeforeCamera(page: Page, { buffer }: { buffer: Buffer }): Promise<void> {
  await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1280, height: 720 })
    const pen = canvas.getContext('2d')
    // A camera never stops sending frames.
    setInterval(() => pen?.drawImage(image, 440, 160, 400, 400), 50)
    const { mediaDevices } = navigator
    mediaDevices.getUserMedia = async () => canvas.captureStream()
  }, buffer.toString('base64'))
}

/**
 * Makes a page record the number on the app's icon, which a browser without an installed app
 * ignores.
 */
export async function noteBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    navigator.setAppBadge = async (count) => {
      document.documentElement.dataset.badge = String(count)
    }
  })
}

/** The number that a page has put on the app's icon. */
export async function badgeOf(page: Page): Promise<number> {
  return Number(await page.locator('html').getAttribute('data-badge'))
}

/** Fills in a deposit up to its third step, starting from the first. */
export async function fillDeposit(
  page: Page,
  symbol: string,
  amount: string,
  say: Say = (message) => message,
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`^${symbol}`) }).click()
  await dialog.getByRole('button', { name: say('I have sent it') }).click()
  await dialog.getByLabel(say('Amount sent')).fill(amount)
  await dialog.getByLabel(say('Payment screenshot')).setInputFiles(await screenshotFile())
}

/** Fills in the price and amount of a limit order. */
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

/** The row of an unsent submission in the orders tab. */
export function unsentOrder(page: Page) {
  return page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Buy BTC/USDT' })
}

/** A full browser, for installing the app and showing notifications. */
export const WHOLE_BROWSER = {
  launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_SWITCHES] },
}

/** Allows service workers; other browsers block them, because installing doubles the load time. */
export const INSTALLABLE = { serviceWorkers: 'allow' } as const

/**
 * Waits until the service worker has cached the app, so that it opens offline. The browser must be
 * INSTALLABLE.
 */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
}

/**
 * Moves the clocks of server and browser, and runs due timers. The clock of the context must be
 * installed before its first page opens.
 */
export async function passTime(
  server: RunningServer,
  context: BrowserContext,
  ms: number,
): Promise<void> {
  await server.letPass(ms)
  await context.clock.fastForward(ms)
}

/**
 * Moves the browser's clock on until the assertion passes, for what the page retries or only
 * notices after a while. After the last step, time passes as usual. Give the assertion a short
 * timeout. The clock must be installed before the first page opens.
 */
export async function passUntil(
  { clock }: BrowserContext,
  { stepMs, steps }: { readonly stepMs: number; readonly steps: number },
  assert: () => Promise<void>,
): Promise<void> {
  let taken = 0
  await expect(async () => {
    if (taken < steps) await clock.fastForward(stepMs)
    taken += 1
    await assert()
  }).toPass({ timeout: WAIT_MS_MAX })
}

/** Long enough for a page to show what is due. */
export const SOON = { timeout: 500 }

/** Makes the page refetch, as when a user returns to the tab. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
}

/** Whether one element is entirely above another, with a gap of at least this many pixels. */
export async function endsAbove(one: Locator, other: Locator, gapPx = 0): Promise<boolean> {
  const [above, below] = [await one.boundingBox(), await other.boundingBox()]
  return above !== null && below !== null && above.y + above.height + gapPx <= below.y
}

/** The same at the end of the page, for polling, since the page may still grow. */
export async function endsAboveOnceScrolled(one: Locator, other: Locator): Promise<boolean> {
  await one.page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  return endsAbove(one, other)
}
