import type { Locator, Page } from '@playwright/test'
import { ASSETS } from '#shared/assets.ts'
import { confirmConversion, quoteConversion } from '#shared/contract/conversions.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { formatPrice } from '#shared/format.ts'
import { INDEX_ASSETS } from '#shared/operator/about.ts'
import { BOOK_REFRESH_MS, LEVELS_SHOWN } from '#shared/rules/order-book.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { STANDING_CHANGE } from '#tests/api/support/standing-prices.ts'
import { expect, test } from './support/journey.ts'
import { WALLET } from './support/people.ts'
import { walkTo } from './support/walk.ts'

/** Assets that the user of the first journey has. */
const HELD = 2

/** The number of rows that a user's own list loads at a time. */
const OWN_PAGE = 50

/** Values in dollars and cents, and amounts with eight decimals. */
const FIGURE_OF_ITS_USER = /\$\d[\d,]*\.\d\d|\d\.\d{8}/

// Fixed prices make shares and values predictable.
test.use({ stage: 'own', market: 'standing' })

test('the portfolio shows its value over time, its shares and its holds', async ({
  server,
  people,
  open,
}) => {
  // Another journey on this server may have left another price, or none.
  await server.setMarket('speaking')
  await server.setPrice('BTC', '60000')
  const person = await people.customer({ USDT: '6000', BTC: '0.1' })
  const page = await (await open(person)).newPage()
  const dialog = page.getByRole('dialog', { name: 'Portfolio' })
  const card = page.getByRole('region', { name: 'Portfolio value' })
  const rates = page.getByRole('table', { name: 'Market Rates' })

  await test.step('a new account has no change over 24 hours', async () => {
    // The database dates events: on a server whose clock another journey has moved, they are old.
    await page.route('**/day-ago', (route) => route.fulfill({ json: [] }))
    const told = page.waitForResponse((response) => response.url().endsWith('/day-ago'))
    await page.goto('/')
    await told
    await expect(rates.getByRole('row', { name: 'BTC' })).toContainText(`+${STANDING_CHANGE}0%`)
    await expect(card).toContainText('$12,000.00')
    await expect(card).not.toContainText('24h')
    await page.unroute('**/day-ago')
  })

  await test.step('each asset shows its share', async () => {
    await page.getByRole('button', { name: 'Portfolio' }).click()
    await expect(dialog.getByText('$12,000.00').first()).toBeVisible()
    await expect(dialog.getByText('Simulated prices')).toBeVisible()
    await expect(dialog.getByRole('img', { name: 'Allocation' })).toHaveAccessibleName(
      /USDT 50\.0%/,
    )
    const table = dialog.getByRole('table', { name: 'Portfolio' })
    await expect(table.getByRole('row', { name: 'BTC' })).toContainText('50.0%')
    await expect(dialog.getByRole('region', { name: 'Frozen' })).toBeHidden()
    const others = dialog.getByRole('region', { name: 'Other assets' }).getByRole('listitem')
    await expect(others).toHaveCount(ASSETS.length - HELD)
    await expect(others.first()).toContainText('0.00')
  })

  await test.step('the line ends with the current value, in every range', async () => {
    const line = dialog.getByRole('figure', { name: 'Portfolio value over time' })
    for (const range of ['7d', '30d', 'All', '24h']) {
      await dialog.getByText(range, { exact: true }).click()
      await expect(line).toContainText('to $12,000.00.')
      await expect(line.locator('canvas').first()).toBeVisible()
    }
  })

  await test.step('holds of an order and a stake are listed, with links', async () => {
    await person.api.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '50000' },
    })
    await person.api.call(openStake, { body: { amount: '1000', duration: 5 } })
    const frozen = dialog.getByRole('region', { name: 'Frozen' })
    await expect(frozen.getByRole('row', { name: 'Spot order' })).toContainText('500.00000000 USDT')
    await expect(frozen.getByRole('row', { name: 'Spot order' })).toContainText('After review')
    await expect(frozen.getByRole('row', { name: 'Stake' })).toContainText('1,000.00000000 USDT')
    const held = dialog.getByRole('table', { name: 'Portfolio' })
    await expect(held.getByRole('row', { name: 'USDT' })).toContainText('1,500.00')
    await frozen.getByRole('link', { name: 'Stake' }).click()
    await expect(page.getByRole('dialog', { name: 'USDT Staking' })).toBeVisible()
  })
  await test.step('hidden balances are on no page, not even for a screen reader', async () => {
    await walkTo(page, '/')
    await page.getByRole('button', { name: 'Hide balances' }).click()
    await page.reload()
    const main = page.getByRole('main')
    const shows: readonly (readonly [path: string, part: Locator])[] = [
      ['/', page.getByRole('region', { name: 'Portfolio value' })],
      ['/?open=portfolio', dialog.getByRole('row', { name: 'Stake' })],
      ['/?open=transaction-history', page.getByRole('region', { name: /^New/ })],
      ['/?open=staking', page.getByRole('table', { name: 'Active stakes' })],
      ['/activity', main.filter({ has: page.getByRole('heading', { name: 'Activity' }) })],
      ['/profile', main.filter({ has: page.getByRole('switch', { name: 'Hide balances' }) })],
    ]
    for (const [path, part] of shows) {
      await walkTo(page, path)
      await expect(part).toContainText('Hidden')
      expect(await everyWord(page), path).not.toMatch(FIGURE_OF_ITS_USER)
    }
    await walkTo(page, '/exchange')
    const orders = page.getByRole('table', { name: 'Current Orders' })
    await expect(orders).toContainText('Hidden')
    await expect(orders).not.toContainText('0.01')
    await walkTo(page, '/?open=withdraw')
    const withdraw = page.getByRole('dialog', { name: /^Withdraw/ })
    await withdraw.getByText('USDT', { exact: true }).first().click()
    await withdraw.getByLabel('Wallet address').fill(WALLET.address)
    await withdraw.getByRole('textbox', { name: 'Amount' }).fill('99999')
    await withdraw.getByRole('button', { name: 'Continue' }).click()
    await expect(withdraw.getByText('You have •••••• USDT available')).toBeVisible()
    await walkTo(page, '/profile')
    await page.getByRole('switch', { name: 'Hide balances' }).click()
    await expect(page.getByRole('main').getByText('$12,000.00')).toBeVisible()
    await walkTo(page, '/?open=portfolio')
  })

  await test.step('the order book is drawn around each price, not only at its next refresh', async () => {
    const exchange = await page.context().newPage()
    await exchange.addInitScript((refreshMs) => {
      const repeat = window.setInterval
      const others = (act: () => void, ms?: number) => (ms === refreshMs ? 0 : repeat(act, ms))
      Object.assign(window, { setInterval: others })
    }, BOOK_REFRESH_MS)
    await exchange.goto('/exchange')
    const header = exchange.locator('header').filter({ hasText: 'BTC/USDT' })
    for (const price of ['60400', '59800.5', '60123.99', '60000']) {
      await server.setPrice('BTC', price)
      await expect(header).toContainText(formatPrice(price))
      await expect(exchange.locator('p', { hasText: 'Spread' })).toContainText(formatPrice(price))
      expect(Math.min(...(await pricesIn(exchange, 'Asks')))).toBeGreaterThan(Number(price))
      expect(Math.max(...(await pricesIn(exchange, 'Bids')))).toBeLessThan(Number(price))
    }
    await exchange.close()
  })

  await test.step('the amounts of the order book change even while the price does not', async () => {
    const exchange = await page.context().newPage()
    await exchange.goto('/exchange')
    await expect(exchange.locator('p', { hasText: 'Spread' })).toContainText('60,000.00')
    const before = await amountsIn(exchange, 'Asks')
    await expect.poll(() => amountsIn(exchange, 'Asks')).not.toEqual(before)
    await exchange.close()
  })

  await test.step('the total stays, as of the last prices, when the market falls silent', async () => {
    await server.setMarket('silent')
    await server.letPass(2 * MINUTE_MS)
    await page.goto('/')
    await expect(card.getByText('BTC: Price not available')).toBeVisible()
    await expect(card.getByText(/^As of /)).toBeVisible()
    await expect(card.getByText(/^\$11,999\.\d\d$|^\$12,000\.00$/)).toBeVisible()
    await expect(rates.getByRole('row', { name: 'BTC' })).toContainText('Price not available')
    await walkTo(page, '/market')
    const markets = page.getByRole('table', { name: 'Markets' })
    await expect(markets.getByRole('row', { name: 'BTC' })).toContainText('Price not available')
    await walkTo(page, '/about')
    const unpriced = page.getByRole('main').getByText('Price not available')
    await expect(unpriced).toHaveCount(INDEX_ASSETS.length)
    await server.setMarket('speaking')
  })

  await test.step('a day later the holdings show a change', async () => {
    await page.close()
    await server.letPass(DAY_MS)
    const later = await (await open(person)).newPage()
    await later.goto('/')
    const region = later.getByRole('region', { name: 'Portfolio value' })
    await expect(region).toContainText(/\+1\.23%\+\$146\.34.*24h/)
  })
})

test('hidden balances are neither in past conversions nor in the chart of a running trade', async ({
  server,
  people,
  open,
}) => {
  await server.setMarket('speaking')
  await server.setPrice('BTC', '60000')
  const person = await people.customer({ USDT: '1000' })
  const given = { from: 'USDT', to: 'BTC', amount: '300' } as const
  const { id } = await person.api.call(quoteConversion, { body: given })
  await person.api.call(confirmConversion, { body: { quote: id } })
  const trade = { symbol: 'BTC/USDT', amount: '600', duration: 600, side: 'long' } as const
  await person.api.call(submitFutures, { body: trade })
  const context = await open(person)
  await context.addInitScript(noteDrawnTexts)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Hide balances' }).click()
  await page.goto('/?open=convert')
  await expect(page.getByRole('table', { name: 'Conversions' })).toContainText('Hidden')
  expect(await everyWord(page)).not.toMatch(FIGURE_OF_ITS_USER)
  await page.goto('/futures')
  await expect(page.getByRole('table', { name: 'Transaction' })).toContainText('Hidden')
  const marks = () => page.evaluate(drawnTexts)
  await expect.poll(marks).toContain('▲ Long')
  expect((await marks()).filter((text) => text.includes('600'))).toEqual([])
})

/** Runs in the page. */
function noteDrawnTexts() {
  const drawn: string[] = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function draw(...args) {
    drawn.push(args[0])
    fillText.apply(this, args)
  }
  Object.assign(window, { drawn })
}

/** Runs in the page: what a chart has drawn about trades. */
function drawnTexts(): string[] {
  const { drawn } = window as unknown as { drawn: string[] }
  return drawn.filter((text) => text.includes('Long'))
}

type Side = 'Asks' | 'Bids'

/** The prices of one side of the order book. */
async function pricesIn(page: Page, side: Side): Promise<number[]> {
  // The price comes before the amount and the total.
  return (await levelsIn(page, side)).map(([price = '']) => Number(price))
}

async function amountsIn(page: Page, side: Side): Promise<(string | undefined)[]> {
  return (await levelsIn(page, side)).map(([, amount]) => amount)
}

/** The figures of each level, as in the name of its button. */
async function levelsIn(page: Page, side: Side): Promise<string[][]> {
  const levels = page.getByRole('list', { name: side }).getByRole('button')
  const names = await levels.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))
  expect(names).toHaveLength(LEVELS_SHOWN)
  return names.map((name) => name.replaceAll(',', '').match(/\d+\.\d+/g) ?? [])
}

test('an empty portfolio links to a deposit', async ({ people, open }) => {
  const page = await (await open(await people.customer())).newPage()
  await page.goto('/?open=portfolio')
  const empty = page.getByRole('dialog', { name: 'Portfolio' })
  await empty.getByRole('button', { name: 'Deposit' }).click()
  await expect(page.getByRole('dialog', { name: 'Deposit' })).toBeVisible()
})

test('a list longer than a page loads the rest as it is scrolled', async ({ people, open }) => {
  const person = await people.customer({ USDT: '1000' })
  const body = { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '1000' } as const
  for (let placed = 0; placed < OWN_PAGE + 2; placed += 1) {
    await person.api.call(placeTrade, { body })
  }
  const page = await (await open(person)).newPage()
  await page.goto('/exchange')
  await expect(page.getByRole('tab', { name: 'Current Orders' })).toContainText(`${OWN_PAGE}+`)
  const rows = page.getByRole('table', { name: 'Current Orders' }).getByRole('row')
  await expect(rows).toHaveCount(1 + OWN_PAGE)
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(1 + OWN_PAGE + 2)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

/** The text of a page, including text for screen readers. */
function everyWord(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title]')]
    const names = named.map((each) => `${each.ariaLabel} ${each.getAttribute('title')}`)
    return [document.body.innerText, ...names].join('\n')
  })
}
