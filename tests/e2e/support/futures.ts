import type { Locator, Page } from '@playwright/test'
import { listFutures } from '#shared/contract/futures.ts'
import { epochMsOf } from '#shared/time.ts'
import { expect } from './journey.ts'
import type { Person } from './people.ts'
import type { RunningServer } from './running-server.ts'
import { DESKTOP } from './screens.ts'

interface Trade {
  readonly amount: string
  readonly side?: 'Long' | 'Short'
  readonly node?: string
}

/** Fills in the form of the futures page and confirms it. */
export async function place(page: Page, trade: Trade): Promise<void> {
  await fillIn(page, trade)
  await confirm(page)
}

export async function fillIn(
  page: Page,
  { amount, side = 'Long', node = '60 s' }: Trade,
): Promise<void> {
  const form = page.locator('form')
  await form.getByText(side === 'Long' ? '▲ Long' : '▼ Short', { exact: true }).click()
  await expect(form.getByRole('radio', { name: side, exact: true })).toBeChecked()
  await form.getByText(node, { exact: true }).click()
  await quantity(page).fill(amount)
}

export function quantity(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Purchase quantity' })
}

export async function confirm(page: Page): Promise<void> {
  // After the clock moved, futures are offered again with the second price.
  await expect(
    page.getByText('Prices are not arriving often enough', { exact: false }),
  ).toHaveCount(0)
  await page.getByRole('button', { name: 'CONFIRM' }).click()
}

export async function leaveCountdown(page: Page): Promise<void> {
  // The trade opens with the next price.
  const countdown = page.getByRole('dialog', { name: 'Trade Running' })
  await countdown.getByRole('button', { name: 'Close, keep it running' }).click()
  await expect(countdown).toBeHidden()
}

/** The time left of the user's trade that ends next. */
export async function leftMsOf({ api }: Person, server: RunningServer): Promise<number> {
  const trades = await api.call(listFutures, { query: { state: 'running' } })
  const ends = trades.map(({ expires_at }) => (expires_at ? epochMsOf(expires_at) : Infinity))
  return Math.min(...ends) - server.now()
}

/** The last character of each line of an element's texts, on a narrow phone. */
export async function lineEndsOf(element: Locator): Promise<string[]> {
  const page = element.page()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 844 })
  const ends = await element.evaluate((box) => {
    const lines = new Map<number, string>()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const node = walker.currentNode
      range.selectNodeContents(node)
      const text = node.textContent?.trim()
      const bottom = Math.round([...range.getClientRects()].at(-1)?.bottom ?? 0)
      if (text) lines.set(bottom, text.slice(-1))
    }
    return [...lines.values()]
  })
  if (size) await page.setViewportSize(size)
  return ends
}

export function runningCard(page: Page): Locator {
  return page.getByRole('article', { name: /^Trade Running/ })
}

export function completedCard(page: Page): Locator {
  return page.getByRole('article', { name: /^Trade Completed/ })
}

/** Running trades, or closed ones. */
export function table(page: Page, name: 'Transaction' | 'Closed'): Locator {
  return page.getByRole('table', { name })
}

/** The rows of a user's trades in the history of the staff's dashboard. */
export async function staffTradesOf({ email }: Person, desk: Page): Promise<Locator> {
  await desk.setViewportSize(DESKTOP)
  await desk.goto('/admin/dashboard?tab=order-history')
  await desk.getByRole('tabpanel').getByText('Futures', { exact: true }).click()
  await desk.getByLabel('Search orders').fill(email)
  return desk.getByRole('table', { name: 'Order History' }).getByRole('row')
}

export async function details(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Details/ }).click()
}

export async function recompute(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Check this result' }).click()
  await expect(dialog.getByText('The result follows from the recorded prices.')).toBeVisible()
}
