import { placeTrade } from '#shared/contract/spot-orders.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import {
  buyButton,
  fillDeposit,
  fillLimitOrder,
  INSTALLABLE,
  orderTable,
  unsentOrder,
  untilInstalled,
} from './support/screens.ts'
import { storedIn } from './support/stored.ts'

const TRADES = '/api/trades'

test.use(INSTALLABLE)

test.beforeEach(({ console }) => console.expects(NO_NETWORK))

test('a cold start offline shows the last known rows and their age', async ({
  people,
  open,
  server,
}) => {
  const context = await open(await people.customer({ USDT: '750' }))
  const before = await context.newPage()
  await before.goto('/')
  await untilInstalled(before)
  await expect(before.getByText('$750.00')).toBeVisible()
  await before.getByRole('button', { name: 'History' }).click()
  await expect(before.getByText('750.00000000')).toBeVisible()
  const isKept = async () => (await storedIn(before, 'kept')).join().includes('"amount":"750"')
  await expect.poll(isKept).toBe(true)
  await before.close()
  await server.network.cut()
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('$750.00')).toBeVisible()
  await expect(page.getByText(/^As of /).first()).toBeVisible()
  await expect(page.getByText('You are offline')).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog')
  await expect(history.getByText('750.00000000')).toBeVisible()
  await expect(history.getByText(/^As of /)).toBeVisible()
  await server.network.restore()
  await expect(page.getByText('You are offline')).toBeHidden()
  await expect(history.getByText(/^As of /)).toBeHidden()

  await test.step('another language opens offline, and is switched there', async () => {
    await page.evaluate(() => localStorage.setItem('language', 'ar'))
    await page.goto('/profile')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    // Once a text is translated, the catalogue is stored on this device.
    await expect(page.getByLabel('اللغة')).toBeVisible()
    await server.network.cut()
    await page.reload()
    await expect(page.getByText('أنت غير متصل')).toBeVisible()
    await page.getByLabel('اللغة').selectOption('en')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.getByText('1 submission waits to be sent')).toBeVisible()
    await server.network.restore()
    await expect(page.getByText('You are offline')).toBeHidden()
  })
})

test('a market order is refused offline, with a reason', async ({ people, open, server }) => {
  const page = await (await open(await people.customer({ USDT: '500' }))).newPage()
  await page.goto('/exchange')
  await page.getByText('Market', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.001')
  await expect(buyButton(page)).toBeEnabled()
  await untilInstalled(page)
  await server.network.cut()
  await expect(page.getByText('A market order needs a connection.')).toBeVisible()
  await expect(buyButton(page)).toBeDisabled()
  const sent = server.network.count('POST', TRADES)
  await server.network.restore()
  await expect(buyButton(page)).toBeEnabled()
  expect(server.network.count('POST', TRADES)).toBe(sent)
})

test('a limit order waits offline, is cancelled, waits again and is sent once', async ({
  people,
  open,
  server,
}) => {
  const context = await open(await people.customer({ USDT: '500' }))
  const page = await context.newPage()
  await page.goto('/exchange')
  await untilInstalled(page)
  await expect(page.getByText('500.00000000').first()).toBeVisible()
  const sentBefore = server.network.count('POST', TRADES)
  await context.setOffline(true)
  await fillLimitOrder(page, '15000', '0.01')
  await expect(page.getByText('The order is kept on this device')).toBeVisible()
  await buyButton(page).click()
  await expect(unsentOrder(page)).toContainText('Waiting for connection')
  await unsentOrder(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(unsentOrder(page)).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.02')
  await buyButton(page).click()
  await expect(unsentOrder(page)).toContainText('0.02000000 at 15,000.00')
  await context.setOffline(false)
  await expect(orderTable(page, 'Current Orders')).toContainText('Pending approval')
  await expect(unsentOrder(page)).toHaveCount(0)
  await expect(orderTable(page, 'Current Orders').getByRole('row')).toHaveCount(2)
  expect(server.network.count('POST', TRADES) - sentBefore).toBe(1)
})

test('a submission that is refused later is announced on the page that the user is on', async ({
  people,
  open,
  console,
}) => {
  console.expects(/the server responded with a status of 409/)
  const person = await people.customer({ USDT: '500' })
  const context = await open(person)
  const page = await context.newPage()
  await page.goto('/exchange')
  await untilInstalled(page)
  await expect(page.getByText('500.00000000').first()).toBeVisible()
  await context.setOffline(true)
  await fillLimitOrder(page, '15000', '0.02')
  await buyButton(page).click()
  await expect(unsentOrder(page)).toContainText('Waiting for connection')
  const spent = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.03' } as const
  await person.api.call(placeTrade, { body: { ...spent, price: '15000' } })
  await page.getByRole('link', { name: 'Home' }).click()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Spot orders: 1 submission was refused' }).click()
  await expect(unsentOrder(page)).toContainText('Refused')
  await expect(page.getByText('1 submission was refused')).toBeHidden()
  await unsentOrder(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(unsentOrder(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('1 submission was refused')).toBeHidden()
})

test('a waiting submission survives a reload and a restart of the app', async ({
  people,
  open,
  server,
}) => {
  const person = await people.customer({ USDT: '500' })
  const context = await open(person)
  const page = await context.newPage()
  await page.goto('/?open=deposit')
  await untilInstalled(page)
  const sentBefore = server.network.count('POST', '/api/deposit-requests')
  await fillDeposit(page, 'USDT', '33')
  await server.network.cut()
  await expect(page.getByRole('dialog').getByText('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByText('1 submission waits to be sent')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 submission waits to be sent')).toBeVisible()
  // This browser does not guarantee to keep it.
  await expect(page.getByText(/may delete submissions that have not been sent/)).toBeVisible()
  await page.close()
  await server.network.restore()
  const later = await context.newPage()
  await later.goto('/?open=transaction-history')
  const known = later.getByRole('region', { name: 'History', exact: true })
  await expect(known.getByText('33.00000000')).toBeVisible()
  await expect(later.getByRole('region', { name: 'On this device' })).toBeHidden()
  expect(server.network.count('POST', '/api/deposit-requests') - sentBefore).toBe(1)
  await expect(known.getByText('View screenshot')).toBeVisible()
  await server.network.cut()
  // The link to the screenshot has expired or is about to.
  await later.reload()
  await expect(known.getByText('The screenshot needs a connection.')).toBeVisible()
  await expect(known.getByText('View screenshot')).toBeHidden()
  await server.network.restore()
})

test('archived transactions load while the history is shown, and may fail alone', async ({
  people,
  open,
}) => {
  const page = await (await open(await people.customer({ USDT: '100' }))).newPage()
  const held = Promise.withResolvers<void>()
  await page.route(/archived=true/, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto('/?open=transaction-history')
  const history = page.getByRole('region', { name: 'History', exact: true })
  const box = history.getByRole('checkbox', { name: 'Show archived' })
  await expect(history).toContainText('No transaction history')
  const asked = page.waitForRequest(/archived=true/)
  await box.press('Space')
  await asked
  await expect(history).toContainText('No transaction history')
  held.resolve()
  await expect(history).toContainText('Failed to fetch transactions')
  await expect(box).toBeFocused()
  await expect(page.getByRole('region', { name: 'New Notifications' })).toContainText('100.0')
  await box.press('Space')
  await expect(history).toContainText('No transaction history')
})

test('a refusal on sending is shown until it is dismissed', async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(/409/)
  const person = await people.customer({ USDT: '100' })
  const context = await open(person)
  const page = await context.newPage()
  await page.goto('/exchange')
  await untilInstalled(page)
  await expect(page.getByText('100.00000000').first()).toBeVisible()
  await server.network.cut()
  await expect(page.getByText('You are offline').first()).toBeVisible()
  await fillLimitOrder(page, '10000', '0.008')
  await buyButton(page).click()
  await expect(page.getByText('Your order is sent automatically.')).toBeVisible()
  await expect(unsentOrder(page)).toContainText('Waiting for connection')
  // Spend the money before the order is sent.
  await person.api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.005', price: '10000' },
  })
  await server.network.restore()
  await expect(unsentOrder(page).getByRole('alert')).toContainText('Insufficient')
  await page.reload()
  await expect(unsentOrder(page).getByRole('alert')).toContainText('Insufficient')
  await unsentOrder(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(unsentOrder(page)).toHaveCount(0)
  await page.reload()
  await expect(orderTable(page, 'Current Orders')).toBeVisible()
  await expect(unsentOrder(page)).toHaveCount(0)
})

test('a lazy part of the layout that fails to load does not break the page and is retried', async ({
  people,
  open,
}) => {
  const part = /\/assets\/signed-in-/
  const page = await (await open(await people.customer(), { serviceWorkers: 'block' })).newPage()
  const failed = page.waitForEvent('requestfailed', (request) => part.test(request.url()))
  await page.route(part, (route) => route.abort())
  await page.goto('/market')
  await failed
  await expect(page.getByRole('heading', { name: 'Markets' })).toBeVisible()
  const loaded = page.waitForResponse(part)
  await page.unroute(part)
  await loaded
})
