import { violationsOf } from '#scripts/accessibility-violations.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import {
  confirm,
  details,
  fillIn,
  leaveCountdown,
  place,
  recompute,
  runningCard,
  table,
} from './support/futures.ts'
import { expect, test } from './support/journey.ts'
import { lookAgain } from './support/screens.ts'

// This test moves the clock and sets the prices.
test.use({ stage: 'own', market: 'standing' })

test.beforeEach(async ({ server, console }) => {
  // Requests that ask for a result too early, or use a ticket that expired when the clock moved.
  console.expects(/409 \(Conflict\)/, /WebSocket connection to .* failed/)
  await server.setMarket('speaking')
  await server.setPrice('BTC', '60000')
})

// The next file on this server needs prices as well.
test.afterEach(({ server }) => server.setMarket('speaking'))

test('a trade without a recorded price is voided, returns its stake and shows the reason', async ({
  server,
  people,
  open,
}) => {
  const page = await (await open(await people.customer({ USDT: '100' }))).newPage()
  await page.goto('/futures')
  await place(page, { amount: '75' })
  await leaveCountdown(page)
  await server.setMarket('silent')
  await server.letPass(MINUTE_MS + SECOND_MS)
  await page.reload()
  await expect(page.getByText('Price not available').first()).toBeVisible()
  await expect(runningCard(page)).toContainText('Trade Running')
  await expect(runningCard(page)).toContainText('settling')
  const voided = expect(page.getByRole('article', { name: /^Trade Voided/ })).toBeVisible()
  await server.letPass(TICK_RULES.settlementWindowMs + 10 * SECOND_MS)
  await lookAgain(page)
  await voided
  await page.getByRole('tab', { name: 'Closed' }).click()
  const row = table(page, 'Closed').getByRole('row').nth(1)
  await expect(row).toContainText('Rejected: void')
  await details(row)
  const dialog = page.getByRole('dialog', { name: 'Trade Details' })
  await expect(dialog.getByText('Rejected: void', { exact: true })).toBeVisible()
  await expect(dialog.getByText('75.00000000 USDT')).toHaveCount(2)
  await recompute(dialog)
  await expect(dialog.getByText('No price was recorded in the', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('100.00 USDT')).toBeVisible()
})

test('a trade without a price is not opened, returns its stake and says why', async ({
  server,
  people,
  open,
}) => {
  const page = await (await open(await people.customer({ USDT: '20000' }))).newPage()
  await page.goto('/futures')
  await expect(page.getByText('Minimum limit 50 USDT, maximum 10,000 now')).toBeVisible()
  await expect(page.getByText('the next recorded price')).toBeVisible()
  // Futures are offered for a few seconds after the last price.
  await fillIn(page, { amount: '75' })
  await server.setMarket('silent')
  await confirm(page)
  const countdown = page.getByRole('dialog', { name: 'Trade Opening' })
  await expect(countdown.getByRole('timer')).toHaveText('1:00.0')
  expect(await violationsOf(page)).toEqual([])
  await server.letPass(16 * SECOND_MS)
  const ended = page.getByRole('dialog', { name: 'Trade Not Opened' })
  await expect(
    ended.getByText('No price was recorded within 10 seconds of the request.', { exact: false }),
  ).toBeVisible()
  await ended.getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trade Details' })
  await expect(dialog.getByText('Rejected: not opened')).toBeVisible()
  await recompute(dialog)
  await expect(dialog.getByText('No price was recorded within 10 s of it')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(
    page.getByText('Prices are not arriving often enough', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText('20,000.00 USDT')).toBeVisible()
})
