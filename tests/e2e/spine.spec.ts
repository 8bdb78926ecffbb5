import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatAmount, formatPortfolioAmount, formatPrice } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { costOf } from '#shared/rules/spot-orders.ts'
import { CONFIRM_LINK } from '#tests/api/support/mailbox.ts'
import { Api } from './support/api.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { reachedLimit } from './support/market.ts'
import { addressOf } from './support/people.ts'
import {
  buyButton,
  DESKTOP,
  fillLimitOrder,
  INSTALLABLE,
  orderTable,
  screenshotFile,
  untilInstalled,
} from './support/screens.ts'
import { walkTo } from './support/walk.ts'

const DEPOSITS = '/api/deposit-requests'

// This test starts before staff have entered a deposit address.
test.use({ ...INSTALLABLE, stage: 'first' })

test('a new user signs up, deposits offline and buys bitcoin', async ({
  page,
  server,
  people,
  open,
  console,
}) => {
  console.expects(NO_NETWORK)
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const desk = await (await open(await people.staff())).newPage()

  await test.step('staff enter a deposit address', async () => {
    await desk.goto('/admin/settings')
    await expect(
      desk.getByText('No deposit addresses found. Please add some addresses in the database.'),
    ).toBeVisible()
    await desk.getByRole('button', { name: 'Add address' }).first().click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Coin and network').selectOption('USDT')
    const { address } = addressOf('USDT')
    const field = dialog.getByLabel('Address', { exact: true })
    await field.fill(` ${address.slice(0, 10)}\n${address.slice(10)}\t`)
    await expect(field, 'without the spaces of what was pasted').toHaveValue(address)
    await field.press('Enter')
    await expect(desk.getByText('Change proposed')).toBeVisible()
  })

  await test.step('another member of staff compares and approves it', async () => {
    const second = await (await open(await people.colleague())).newPage()
    await second.goto('/admin/settings')
    await second.getByRole('link', { name: 'Review it' }).click()
    await expect(second.getByText('None. Users cannot deposit this coin.')).toBeVisible()
    await second.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = second.getByRole('dialog', { name: 'Approve this address?' })
    await expect(dialog.getByText('Yours is the second approval')).toBeVisible()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(second.getByText('The deposit address is in effect.')).toBeVisible()
  })

  await test.step('staff copy the address and manage users from the settings', async () => {
    await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await desk.goto('/admin/settings')
    await desk.getByText(addressOf('USDT').address).click()
    await expect(desk.getByText('Copied!')).toBeAttached()
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(
      addressOf('USDT').address,
    )
    await desk.getByRole('button', { name: 'Edit' }).first().click()
    await desk.getByRole('combobox', { name: 'Network' }).selectOption('ERC20')
    await desk.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByText('USDT cannot be deposited on ERC20.')).toBeVisible()
    await desk.getByRole('combobox', { name: 'Network' }).selectOption('TRC20')
    await expect(desk.getByText('USDT cannot be deposited on ERC20.')).toBeHidden()
    await expect(desk.getByRole('button', { name: 'Save' })).toBeDisabled()
    await desk.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: 'Manage Users' }).click()
    const users = desk.getByRole('dialog', { name: 'User Management' })
    await expect(users.getByRole('heading', { name: /^All Users/ })).toBeVisible()
  })

  await test.step('a user signs up, confirms by mail and logs in', async () => {
    await page.goto('/signup')
    await page.getByLabel('Full name').fill('Demo User')
    await page.getByLabel('Phone').fill('+1 555 0100')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Please check your email and confirm')).toBeVisible()
    await page.waitForURL('**/login')
    await page.reload()
    await expect(page.getByText('Please check your email and confirm')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    const token = await server.mailbox.find(email, CONFIRM_LINK)
    await page.goto(`/login?confirm=${token}`)
    await expect(page.getByText('Your email is confirmed. You can log in.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('heading', { name: /Demo User/ })).toBeVisible()
  })

  await test.step('a deposit is submitted offline', async () => {
    await page.getByRole('button', { name: 'Deposit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^USDT/ }).click()
    await expect(dialog.getByText(addressOf('USDT').address)).toBeVisible()
    await expect(dialog.getByText('Network fee, paid by you')).toBeVisible()
    await expect(dialog.getByText('It is not taken off the amount that we credit.')).toBeVisible()
    await dialog.getByRole('button', { name: 'I have sent it' }).click()
    await dialog.getByLabel('Amount sent').fill('5000')
    const picture = await screenshotFile(1170, 2532)
    await dialog.getByLabel('Payment screenshot').setInputFiles(picture)
    await untilInstalled(page)
    await server.network.cut()
    await expect(dialog.getByText('You are offline.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Submit request' }).click()
    await expect(page.getByText('Your deposit request is sent automatically.')).toBeVisible()
    await expect(page.getByText('1 submission waits to be sent')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const waiting = page.getByRole('dialog').getByRole('region', { name: 'On this device' })
    await expect(waiting.getByText('5,000.00000000 USDT')).toBeVisible()
    await expect(waiting.getByText('Waiting for connection')).toBeVisible()
  })

  await test.step('the deposit is sent once, automatically, when the network is back', async () => {
    await server.network.restore()
    const history = page.getByRole('dialog')
    await expect(history.getByText('Pending')).toBeVisible()
    await expect(history.getByText('Waiting for connection')).toBeHidden()
    expect(server.network.count('POST', DEPOSITS)).toBe(1)
  })

  await test.step('staff view the screenshot and approve', async () => {
    await desk.goto('/admin/users')
    await desk.getByRole('button', { name: 'Deposit Requests (1)' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Deposit Requests' })
    await expect(dialog.getByText(email)).toBeVisible()
    await expectPictureWithoutMetadata(desk)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    const review = desk.getByRole('dialog', { name: 'Approve deposit request' })
    await expect(review.getByText('5,000.00000000 USDT')).toBeVisible()
    await review.getByLabel('Admin Notes').fill('Seen on the chain')
    await review.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByText('No pending deposit requests')).toBeVisible()
  })

  await test.step('the result is visible when the app starts', async () => {
    // Behind the dialog.
    await expect(page.getByLabel('1 new result')).toBeAttached()
    await page.goto('/')
    const news = page.getByRole('button', { name: '1 new result' })
    await expect(news).toBeInViewport({ ratio: 1 })
    await news.click()
    const link = page.getByRole('link', { name: 'Deposits: 1 new result' })
    await expect(link).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
  })

  await test.step('the user is notified, acknowledges and has the money', async () => {
    await page.getByRole('button', { name: 'History' }).click()
    const fresh = page.getByRole('region', { name: 'New Notifications' })
    await expect(fresh.getByText('Approved')).toBeVisible()
    await expect(fresh.getByText('Seen on the chain')).toBeVisible()
    await fresh.getByRole('button', { name: /^OK: .+: .+/ }).click()
    await expect(fresh.getByText('No new notifications')).toBeVisible()
    await expect(page.getByLabel('No new results')).toBeAttached()
    const known = page.getByRole('region', { name: 'History', exact: true })
    await expect(known.getByText('5,000.00000000')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Portfolio' }).click()
    await expect(holding(page, 'USDT')).toContainText('5,000')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('form errors are shown and cleared once the draft is valid', async () => {
    await page.getByRole('link', { name: 'Exchange' }).filter({ visible: true }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.01')
    await buyButton(page).click()
    const missing = page.getByText('Please fill in all required fields.')
    await expect(missing).toBeVisible()
    await page
      .getByRole('button', { name: /^Bid .+, amount .+, total .+, use this price$/ })
      .first()
      .click()
    await expect(missing).toBeHidden()
  })

  await test.step('a limit order is placed, approved and executed', async () => {
    const limit = await reachedLimit(new Api(server.origin))
    await fillLimitOrder(page, limit, '0.02')
    const cost = costOf(parseUnits('0.02'), parseUnits(limit))
    await expect(page.getByText(formatAmount(formatUnits(cost))).first()).toBeVisible()
    await buyButton(page).click()
    await expect(page.getByText('has been submitted for admin approval')).toBeVisible()
    const current = orderTable(page, 'Current Orders')
    await expect(current).toContainText('Pending approval')
    await expect(current).toContainText(`The market is at ${formatPrice(limit)}`)
    await approveTheOrder(desk)
    await page.getByRole('tab', { name: 'Order History' }).click()
    await expect(orderTable(page, 'Order History')).toContainText('Executed')
    await expect(orderTable(page, 'Order History')).toContainText(formatPrice(limit))
  })

  await test.step('a market order spends everything at the price of its approval', async () => {
    await page.getByText('Market', { exact: true }).click()
    await page.getByRole('button', { name: 'Max' }).click()
    await expect(page.getByText(/at most 2% from this quote\. You never spend more/)).toBeVisible()
    await buyButton(page).click()
    await page.getByRole('tab', { name: 'Current Orders' }).click()
    await expect(orderTable(page, 'Current Orders')).toContainText('quoted')
    await approveTheOrder(desk)
    await page.getByRole('tab', { name: 'Order History' }).click()
    await expect(orderTable(page, 'Order History').getByText('Executed')).toHaveCount(2)
  })

  await test.step('staff find both orders in the history', async () => {
    await walkTo(desk, '/admin/dashboard?tab=order-history')
    await desk.getByLabel('Search orders').fill(email)
    await desk.getByLabel('Status').selectOption('Executed')
    const history = orderTable(desk, 'Order History')
    await expect(history.getByText(email)).toHaveCount(2)
    const reviewer = (await people.staff()).user.full_name
    const reviewers = history.getByText(reviewer).filter({ visible: true })
    await expect(reviewers).toHaveCount(2)
    await desk.setViewportSize({ width: 820, height: 1180 })
    await expect(reviewers).toHaveCount(2)
    await desk.setViewportSize(DESKTOP)
    await desk.getByLabel('Status').selectOption('Rejected')
    await expect(desk.getByText('No orders match')).toBeVisible()
  })

  await test.step('the bitcoin that history shows as received appears in the portfolio', async () => {
    const history = await orderTable(page, 'Order History').innerText()
    const received = [...history.matchAll(/Received\s+([\d.]+) BTC/g)].map(([, amount]) => amount)
    expect(received).toHaveLength(2)
    const sum = received.reduce((units, amount) => units + parseUnits(amount ?? ''), 0n)
    await walkTo(page, '/?open=portfolio')
    await expect(holding(page, 'BTC')).toContainText(formatPortfolioAmount(formatUnits(sum)))
  })
})

function holding(page: Page, symbol: string) {
  return page.getByRole('table', { name: 'Portfolio' }).getByRole('row', { name: symbol })
}

async function approveTheOrder(desk: Page): Promise<void> {
  await desk.goto('/admin/dashboard?tab=pending-orders')
  await desk.getByRole('button', { name: 'Approve the order of Demo User' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('Replayed prices')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('Order Approved')).toBeVisible()
}

/** Camera metadata must not reach staff. */
async function expectPictureWithoutMetadata(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: /^View screenshot: Demo User.*: .+/ }).click()
  const viewer = desk.getByRole('dialog', { name: 'Screenshot' })
  const link = viewer.getByRole('link', { name: 'Open in New Tab' })
  const picture = await desk.request.get((await link.getAttribute('href')) ?? '')
  await viewer.getByRole('button', { name: 'Close' }).click()
  expect(picture.status()).toBe(200)
  const bytes = await picture.body()
  expect(bytes.subarray(0, 2).toString('hex'), 'a JPEG').toBe('ffd8')
  expect(bytes.includes('Secret Camera')).toBe(false)
  expect(bytes.includes('Exif')).toBe(false)
}
