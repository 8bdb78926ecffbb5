import { violationsOf } from '#scripts/accessibility-violations.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { leaveCountdown, place, runningCard, table } from './support/futures.ts'
import { expect, test } from './support/journey.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'

// This test sets the prices.
test.use({ stage: 'own', market: 'standing' })

test.beforeEach(async ({ server }) => {
  await server.setMarket('speaking')
  await server.setPrice('BTC', '60000')
})

test('trades cannot be submitted offline, and running ones show their last known state', async ({
  server,
  people,
  open,
  console,
}) => {
  console.expects(NO_NETWORK)
  const page = await (await open(await people.customer({ USDT: '3000' }), INSTALLABLE)).newPage()
  await page.goto('/futures')
  await place(page, { amount: '1000', node: '600 s' })
  await leaveCountdown(page)
  await expect(page.getByText('BTC/USDT long, 1,000 USDT.', { exact: false })).toBeVisible()
  await expect(table(page, 'Transaction').getByRole('row').nth(1)).toContainText('9:')
  expect(await violationsOf(page)).toEqual([])
  await untilInstalled(page)
  await server.network.cut()
  await expect(
    page.getByText('A futures trade uses the current price', { exact: false }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONFIRM' })).toBeDisabled()
  await expect(runningCard(page)).toContainText(/[5-9]:\d\d/)
  await expect(page.getByText(/^As of/).first()).toBeVisible()
  await server.network.restore()
  await expect(page.getByRole('button', { name: 'CONFIRM' })).toBeEnabled()
  await place(page, { amount: '50', node: '120 s' })
  await leaveCountdown(page)

  await test.step('the page shows the next trade to end, and the others on request', async () => {
    await expect(runningCard(page)).toHaveCount(1)
    await expect(runningCard(page)).toContainText('50.0000')
    await page.getByRole('button', { name: 'Show all 2 trades' }).click()
    await expect(runningCard(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Show fewer trades' }).click()
    await expect(runningCard(page)).toHaveCount(1)
  })
})
