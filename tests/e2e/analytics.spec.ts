import type { Locator } from '@playwright/test'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { readNotificationPreferences } from '#shared/contract/notification-preferences.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { startConversation } from '#shared/contract/support.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'
import { walkTo } from './support/walk.ts'

test('staff see the figures of a period and a user’s movements', { tag: '@desktop' }, async ({
  people,
  open,
}) => {
  const person = await people.customer({ USDT: '50' })
  const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.0001', price: '20000' } as const
  await person.api.call(placeTrade, { body: order })
  const staff = await people.staff()
  const page = await (await open(staff)).newPage()
  const chart = (name: string) => page.getByRole('region', { name })

  await test.step('the overview counts waiting requests and updates live', async () => {
    await page.goto('/admin/dashboard')
    const cards = page.getByRole('list', { name: 'Waiting for staff' }).getByRole('link')
    const kinds = [
      'Orders',
      'Deposits',
      'Withdrawals',
      'Verifications',
      'Loans',
      'Unanswered chats',
    ]
    for (const kind of kinds) {
      await expect(cards.filter({ hasText: kind })).toHaveText(new RegExp(`^${kind}\\d+`))
    }
    const menu = page.getByRole('region', { name: 'Waiting', exact: true }).getByRole('link')
    const entry = (name: RegExp) =>
      page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name })
    const [desk, chats] = [entry(/^Review desk/), entry(/^Support/)]
    const waiting = await countOn(desk)
    const asked = { amount: '500', purpose: 'A van', duration: 30 } as const
    const count = await countOn(cards.filter({ hasText: 'Loans' }))
    const { loan } = await person.api.call(submitLoan, { body: asked })
    await expect(cards.filter({ hasText: 'Loans' })).toHaveText(
      new RegExp(`^Loans${count + 1}Oldest Waiting for \\d+ (min|h|d)$`),
    )
    await expect(menu.filter({ hasText: 'Loans' })).toHaveText(
      new RegExp(`^LoansWaiting for \\d+ (min|h|d)${count + 1}$`),
    )
    await expect(desk).toHaveText(`Review desk${waiting + 1} waiting`)
    const unanswered = await countOn(cards.filter({ hasText: 'Unanswered chats' }))
    await person.api.call(startConversation, { body: { message: 'Where is my loan?' } })
    await expect(cards.filter({ hasText: 'Unanswered chats' })).toHaveText(
      new RegExp(`^Unanswered chats${unanswered + 1}Oldest Waiting for \\d+ (min|h|d)$`),
    )
    await expect(chats).toHaveText(new RegExp(`\\D${unanswered + 1} waiting$`))
    const rejection = { action: 'reject', rejectionReason: 'No income' } as const
    await staff.api.call(reviewLoan, { params: { id: loan.id }, body: rejection })
    await expect(cards.filter({ hasText: 'Loans' })).toHaveText(new RegExp(`^Loans${count}(?!\\d)`))
    await expect.poll(() => countOn(desk)).toBe(waiting)
  })

  await test.step('each chart has a total and a table with the same data', async () => {
    await page.getByRole('tab', { name: 'Analytics' }).click()
    const signUps = chart('Sign-ups:')
    await expect(signUps).toContainText(/Sign-ups: [1-9]/)
    await expect(signUps.locator('canvas').first()).toBeVisible()
    await signUps.getByRole('button', { name: /^Show as a table/ }).press('Enter')
    await expect(signUps.getByRole('row')).toHaveCount(31)
    await expect(chart('Deposits:')).toContainText('Deposits: $')
    await expect(chart('Open liabilities:').getByRole('row', { name: /^USDT/ })).toContainText(
      /Frozen [1-9]/,
    )
  })

  await test.step('the period is kept in the URL across a reload', async () => {
    await page.getByText('7 days', { exact: true }).click()
    await expect(page).toHaveURL(/tab=analytics&period=7d/)
    await page.reload()
    await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
    // On a phone the row of tabs is wider than the screen.
    await expect(page.getByRole('tab', { name: /^Pending Orders [1-9]/ })).toBeAttached()
    await expect(page.getByRole('tab', { name: 'Analytics' })).toBeInViewport({ ratio: 1 })
    await expect(chart('Review times:')).toContainText(/\(\d+ decisions?\)/)
    await page.getByRole('combobox', { name: 'Request type' }).selectOption('Loans')
    await expect(page.getByRole('figure', { name: 'Loans: review times by day' })).toBeVisible()
  })

  await test.step('a user’s movements are shown with reasons and balances', async () => {
    await walkTo(page, `/admin/users/${person.user.id}/activity`)
    await expect(page.getByRole('heading', { name: 'Activity of Demo User' })).toBeVisible()
    await page.getByRole('button', { name: /^Buy order for BTC/ }).click()
    const reason = page.getByRole('dialog')
    await expect(reason.getByText('As shown to the user').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Balances on a date' }).click()
    await expect(page.getByRole('row', { name: /USDT/ })).toContainText('48.00000000')
    await page.getByRole('tab', { name: 'Statement' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/statement-.*\.csv$/)
  })
})

test('a user switches notifications on and off, even offline', { tag: '@phone' }, async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(NO_NETWORK)
  const person = await people.customer()
  const page = await (await open(person, INSTALLABLE)).newPage()
  const isOn = async (wanted: string) => {
    const { preferences } = await person.api.call(readNotificationPreferences, {})
    return preferences.find(({ kind }) => kind === wanted)?.isOn
  }
  await page.goto('/profile')
  await untilInstalled(page)
  const deposits = page.getByRole('switch', { name: /^Deposits/ })
  await deposits.click()
  await expect(deposits).not.toBeChecked()
  await expect.poll(() => isOn('deposit')).toBe(false)

  const security = page.getByText('An intruder would turn this off first.')
  await expect(security).toBeVisible()
  await expect(page.getByRole('switch', { name: /^Security/ })).toHaveCount(0)

  await server.network.cut()
  await expect(page.getByText('You are offline')).toBeVisible()
  const staking = page.getByRole('switch', { name: /^Staking/ })
  await staking.click()
  await expect(staking).not.toBeChecked()
  await expect(staking.locator('xpath=ancestor::label')).toContainText('Waiting for connection')
  await server.network.restore()
  await expect.poll(() => isOn('staking')).toBe(false)
  await page.reload()
  await expect(deposits).not.toBeChecked()
  await expect(staking).not.toBeChecked()
})

test('a notification switch returns to the setting of the server if the change is refused', {
  tag: '@phone',
}, async ({ people, open, server, console }) => {
  console.expects(NO_NETWORK)
  console.expects(/status of 413/)
  const page = await (await open(await people.customer())).newPage()
  await page.goto('/profile')
  const staking = page.getByRole('switch', { name: /^Staking/ })
  await expect(staking).toBeChecked()
  await server.network.cut()
  await expect(page.getByText('You are offline')).toBeVisible()
  await staking.click()
  await expect(staking).not.toBeChecked()
  await expect(staking.locator('xpath=ancestor::label')).toContainText('Waiting for connection')
  server.network.reject('PUT', '/api/notification-preferences')
  await server.network.restore()

  // Below the switches if it was the first response, else in the list of what is on this device.
  await expect(page.getByText('The server answered 413.')).toBeVisible()
  await expect(staking).toBeChecked()

  server.network.accept()
  await staking.click()
  await expect(staking).not.toBeChecked()
})

/** The number on a card, "Loans 12 Oldest 3 h". */
async function countOn(card: Locator): Promise<number> {
  return Number(/\d+/.exec(await card.innerText())?.[0] ?? 0)
}
