import { violationsOf } from '#scripts/accessibility-violations.ts'
import { SECOND_MS } from '#shared/time.ts'
import {
  completedCard,
  confirm,
  details,
  leaveCountdown,
  leftMsOf,
  lineEndsOf,
  place,
  quantity,
  recompute,
  runningCard,
  staffTradesOf,
  table,
} from './support/futures.ts'
import { expect, test } from './support/journey.ts'
import { endsAbove, endsAboveOnceScrolled, lookAgain, passTime } from './support/screens.ts'
import { walkTo } from './support/walk.ts'

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

test('a winning long shows potential amounts, then its running result on every page', async ({
  server,
  people,
  open,
}) => {
  const person = await people.customer({ USDT: '500' })
  const context = await open(person)
  await context.clock.install()
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Invite' })).toBeDisabled()
  // The button shows this for a second.
  const loading = page.getByRole('button', { name: 'Loading' }).waitFor()
  await page.getByRole('button', { name: 'START TRADING' }).click()
  await loading
  await page.waitForURL('**/futures')

  await test.step('the form explains why it cannot continue and shows the possible results', async () => {
    await expect(page.getByText('Simulated depth')).toBeVisible()
    await quantity(page).fill('49.99')
    await confirm(page)
    const problem = page.getByText('Minimum trade amount is 50 USDT.')
    await expect(problem).toBeVisible()
    // The button sticks to the bottom and covers the content there.
    const button = page.getByRole('button', { name: 'CONFIRM' })
    await expect.poll(() => endsAbove(problem, button)).toBe(true)
    await quantity(page).fill('500.01')
    await confirm(page)
    await expect(page.getByText('Insufficient balance.')).toBeVisible()
    await quantity(page).fill('100')
    await expect(page.getByText('−30 USDT')).toBeVisible()
    await page.getByText('120 s').click()
    await expect(page.getByText('+40 USDT')).toBeVisible()
  })

  await test.step('both potential amounts are shown first, then only the running result', async () => {
    const countdown = page.getByRole('dialog', { name: 'Trade Running' })
    // Both are visible for eight seconds, so start waiting before they are.
    const seen = Promise.all([
      expect(countdown.getByText('Potential profit')).toBeVisible(),
      expect(countdown.getByText('Potential loss')).toBeVisible(),
    ])
    await confirm(page)
    await seen
    await expect(countdown.getByText('Simulated prices')).toBeVisible()
    await expect(countdown.getByRole('timer')).toHaveText(/^(2:00|1:\d\d)\.\d$/)
    await passTime(server, context, 8 * SECOND_MS)
    await expect(countdown.getByText('If it ended now')).toBeVisible()
    await expect(countdown.getByText('Potential', { exact: false })).toHaveCount(0)
    await expect(countdown.getByText('The price is the entry price')).toBeVisible()
    await server.setPrice('BTC', '59900')
    await expect(countdown.getByText('−40 USDT')).toBeVisible()
    await server.setPrice('BTC', '60100')
    await expect(countdown.getByText('+40 USDT')).toBeVisible()
    await countdown.getByRole('button', { name: 'Close, keep it running' }).click()
  })

  const other = await context.newPage()
  await test.step('closing the countdown shows a notice, and a card on every page of every tab', async () => {
    const notice = page.getByRole('region', { name: 'Notifications (F8)' })
    await expect(notice.getByText('Trade running')).toBeVisible()
    await page.getByRole('link', { name: 'Markets' }).click()
    await expect(runningCard(page)).toContainText('60,100.00')
    expect(await lineEndsOf(runningCard(page))).not.toContain('·')
    await expect(notice.getByText('Trade running')).toBeVisible()
    await expect.poll(() => endsAboveOnceScrolled(page.getByRole('main'), notice)).toBe(true)
    await other.goto('/profile')
    await expect(runningCard(other)).toContainText('100.0000 USDT')
    await page.reload()
    await expect(runningCard(page)).toContainText(/[01]:\d\d/)
    await expect(notice.getByText('Trade running')).toBeHidden()
  })

  await test.step('every tab shows the end, and the card disappears automatically', async () => {
    // Each card is visible for three seconds, so start waiting before the trade ends.
    const seen = Promise.all([
      expect(completedCard(other)).toContainText('+40 USDT'),
      expect(completedCard(page)).toContainText('+40 USDT'),
      // The card is visible too briefly to wait until it stops moving.
      completedCard(page).hover({ force: true }),
    ])
    // Move the pages' clocks first; moved after the end, they would hide the cards at once.
    const leftMs = await leftMsOf(person, server)
    await context.clock.fastForward(leftMs)
    await server.letPass(leftMs)
    await seen
    await context.clock.fastForward(4 * SECOND_MS)
    await expect(completedCard(other)).toBeHidden()
    await expect(completedCard(page), 'held by the pointer').toBeVisible()
    await page.keyboard.press('F8')
    await expect(completedCard(page)).toBeFocused()
    await page.mouse.move(0, 0)
    await context.clock.fastForward(4 * SECOND_MS)
    await expect(completedCard(page), 'held by the focus').toBeVisible()
    await expect(page.getByRole('button', { name: /^Details: BTC.USDT long/ })).toBeVisible()
    await page.keyboard.press('F8')
    await context.clock.fastForward(4 * SECOND_MS)
    await expect(completedCard(page)).toBeHidden()
    await expect(runningCard(page)).toBeHidden()
    await walkTo(page, '/futures')
    await expect(page.getByText('540.00 USDT')).toBeVisible()
  })

  await test.step('staff see how much was won', async () => {
    const rows = await staffTradesOf(person, await (await open(await people.staff())).newPage())
    // The heading and one trade, once the search is applied.
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Won' })).toContainText('+40 USDT')
  })
})

test('a tie returns its stake and a short loses, and both results can be checked', async ({
  server,
  people,
  open,
}) => {
  const person = await people.customer({ USDT: '500' })
  const page = await (await open(person)).newPage()
  await page.goto('/futures')
  await place(page, { amount: '100', node: '120 s' })
  await leaveCountdown(page)
  await place(page, { amount: '200', side: 'Short', node: '360 s' })
  await leaveCountdown(page)

  await test.step('the running card does not cover the button of the form', async () => {
    await quantity(page).fill('60')
    const button = page.getByRole('button', { name: 'CONFIRM' })
    await expect.poll(() => endsAbove(button, runningCard(page).first())).toBe(true)
    await expect(button).toBeInViewport({ ratio: 1 })
  })

  await test.step('each trade has a row with its running result', async () => {
    const rows = table(page, 'Transaction').getByRole('row')
    await expect(rows.filter({ hasText: 'Long' })).toContainText('0 USDT')
    await server.setPrice('BTC', '60000.01')
    await expect(rows.filter({ hasText: 'Short' })).toContainText('−140 USDT')
    await server.setPrice('BTC', '60000')
    await expect(rows.filter({ hasText: 'Short' })).not.toContainText('−140 USDT')
  })

  await test.step('the first ends while the app is closed, and the next start announces it', async () => {
    await page.goto('about:blank')
    await server.letPass(await leftMsOf(person, server))
    await page.goto('/futures')
    const told = page.getByRole('region', { name: 'Notifications (F8)' })
    await expect(told.getByText('Check your balance')).toBeVisible()
  })

  await test.step('the first ended at its entry price', async () => {
    await page.getByRole('tab', { name: 'Closed' }).click()
    const row = table(page, 'Closed').getByRole('row').filter({ hasText: 'Long' })
    await expect(row).toContainText('Tie')
    await expect(row).toContainText('0 USDT')
    await details(row)
    const dialog = page.getByRole('dialog', { name: 'Trade Details' })
    await expect(dialog.getByText('Simulated prices')).toBeVisible()
    await expect(dialog.getByText('Tie')).toBeVisible()
    await recompute(dialog)
    await expect(dialog.getByText('equal prices, a tie')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the second ends in its open countdown', async () => {
    await page.getByRole('button', { name: /^Open the countdown/ }).click()
    await expect(page.getByRole('dialog', { name: 'Trade Running' })).toBeVisible()
    await server.setPrice('BTC', '60250.5')
    await server.letPass(await leftMsOf(person, server))
    await lookAgain(page)
    const ended = page.getByRole('dialog', { name: 'Trade Completed' })
    await expect(ended.getByRole('status').getByText('Check your balance')).toBeVisible()
    await expect(ended.getByText('−140 USDT')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await ended.getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trade Details' })
    await expect(dialog.getByRole('region', { name: 'Entry price' })).toContainText('standing')
    await expect(dialog.getByRole('region', { name: 'Settlement price' })).toContainText('60250.5')
    await recompute(dialog)
    await expect(dialog.getByText('60250.5 − 60000 = +250.5')).toBeVisible()
    await expect(dialog.getByText('200 × 70 ÷ 100 = 140')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('360.00 USDT')).toBeVisible()
  })

  await test.step('staff see how each one ended, its duration and its exit price', async () => {
    const rows = await staffTradesOf(person, await (await open(await people.staff())).newPage())
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: 'Lost' })).toContainText(
      /6:00[\s\S]*60,250\.50[\s\S]*−140 USDT/,
    )
    await expect(rows.filter({ hasText: 'Tie' })).toContainText(
      /2:00[\s\S]*60,000\.00[\s\S]*Result0 USDT/,
    )
  })
})
