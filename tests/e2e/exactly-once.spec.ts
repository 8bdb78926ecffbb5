import type { BrowserContext, Page } from '@playwright/test'
import { listTrades } from '#shared/contract/spot-orders.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/people.ts'
import {
  buyButton,
  fillLimitOrder,
  INSTALLABLE,
  orderTable,
  unsentOrder,
  untilInstalled,
} from './support/screens.ts'
import { followLink } from './support/walk.ts'

const TRADES = '/api/trades'

test.use(INSTALLABLE)

test.beforeEach(({ console }) => console.expects(NO_NETWORK))

test('one order is placed if the server crashes between commit and response', async ({
  people,
  open,
  server,
}) => {
  const person = await people.customer({ USDT: '500' })
  const page = await readyToOrder(await open(person))
  server.network.plan('POST', TRADES, 'lose', () => server.stop('SIGKILL'))
  await buyButton(page).click()
  await expect(unsentOrder(page)).toContainText('Sent, waiting for a response')
  // A submission that may have arrived cannot be cancelled.
  await expect(unsentOrder(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await page.reload()
  await expect(unsentOrder(page)).toContainText('Sent, waiting for a response')
  await server.start()
  await expect(unsentOrder(page)).toHaveCount(0)
  await expect(orderTable(page, 'Current Orders').getByRole('row')).toHaveCount(2)
  expect(await ordersOf(person)).toBe(1)
  await expectOneKey(server.network.passages)
})

test('one order is placed if responses are lost and the server is busy', async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(/503/)
  const person = await people.customer({ USDT: '500' })
  const page = await readyToOrder(await open(person))
  server.network.plan('POST', TRADES, 'refuse')
  server.network.plan('POST', TRADES, 'drop')
  server.network.plan('POST', TRADES, 'lose')
  await buyButton(page).click()
  await expect(orderTable(page, 'Current Orders')).toContainText('Pending approval')
  await expect(unsentOrder(page)).toHaveCount(0)
  expect(await ordersOf(person)).toBe(1)
  await expectOneKey(server.network.passages)
})

test('the refusal of a market order is shown even after its form was left', async ({
  people,
  open,
  console,
}) => {
  console.expects(/409/)
  const person = await people.customer({ USDT: '500' })
  const page = await readyToOrder(await open(person))
  await page.getByRole('group', { name: 'Order type' }).getByText('Market').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.001')
  await expect(page.getByText(/^≈ .* USDT$/)).toBeVisible()
  await page.evaluate(refuseOnceGone, TRADES)
  await buyButton(page).click()
  await followLink(page, '/')
  await expect(page.getByText('Price Moved')).toBeVisible()
})

test('one order is placed if the page closes while it submits', async ({
  people,
  open,
  server,
}) => {
  const person = await people.customer({ USDT: '500' })
  const context = await open(person)
  const page = await readyToOrder(context)
  server.network.plan('POST', TRADES, 'lose', () => page.close())
  const closed = page.waitForEvent('close')
  await buyButton(page).click({ noWaitAfter: true })
  await closed
  const next = await context.newPage()
  await next.goto('/exchange')
  await expect(orderTable(next, 'Current Orders')).toContainText('Pending approval')
  // Unsent rows appear only after the outbox has been read.
  await expectOneKey(server.network.passages)
  await expect(unsentOrder(next)).toHaveCount(0)
  expect(await ordersOf(person)).toBe(1)
})

test('four tabs that submit at once place one order each', async ({ people, open, server }) => {
  const person = await people.customer({ USDT: '500' })
  const context = await open(person)
  const amounts = ['0.001', '0.002', '0.003', '0.004']
  const tabs: Page[] = []
  for (const amount of amounts) tabs.push(await readyToOrder(context, amount))
  const sentBefore = server.network.count('POST', TRADES)
  await context.setOffline(true)
  // By key, because the notices that the first order brings up move the buttons of the other tabs.
  await Promise.all(tabs.map((tab) => buyButton(tab).press('Enter')))
  await expect(unsentOrder(tabs[0] as Page)).toHaveCount(4)
  await context.setOffline(false)
  for (const tab of tabs) {
    await expect(unsentOrder(tab)).toHaveCount(0)
    await expect(orderTable(tab, 'Current Orders').getByRole('row')).toHaveCount(5)
  }
  const orders = await person.api.call(listTrades, { params: { userId: person.user.id } })
  expect(orders.map(({ amount }) => amount).sort()).toEqual(amounts)
  expect(server.network.count('POST', TRADES) - sentBefore).toBe(4)
})

async function readyToOrder(context: BrowserContext, amount = '0.01'): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/exchange')
  await untilInstalled(page)
  await expect(page.getByText('500.00000000').first()).toBeVisible()
  await fillLimitOrder(page, '10000', amount)
  return page
}

async function ordersOf(person: Person): Promise<number> {
  return (await person.api.call(listTrades, { params: { userId: person.user.id } })).length
}

/** Asserts that the last order was sent several times under one key. */
async function expectOneKey(
  passages: readonly { path: string; method: string; key?: string | undefined }[],
) {
  const tries = () => {
    const keys = passages
      .filter(({ method, path }) => method === 'POST' && path === TRADES)
      .map(({ key }) => key)
    const last = keys.at(-1)
    return keys.filter((key) => key === last).length
  }
  await expect.poll(tries).toBeGreaterThan(1)
}

/** Refuses a request in the moment in which the page loses its form. */
function refuseOnceGone(path: string) {
  const send = globalThis.fetch
  globalThis.fetch = (...request) =>
    String(request[0]).endsWith(path)
      ? new Promise((resolve) => {
          const refusal = { code: 'test', error: 'Price Moved', message: 'x' }
          new MutationObserver((_, observer) => {
            if (document.querySelector('main form')) return
            observer.disconnect()
            resolve(Response.json(refusal, { status: 409 }))
          }).observe(document.body, { childList: true, subtree: true })
        })
      : send(...request)
}
