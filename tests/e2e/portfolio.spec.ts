import type { Locator, Page } from '@playwright/test'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { expect, test } from './support/journey.ts'

// Fixed prices make shares and values predictable.
test.use({ stage: 'own', market: 'standing' })

test('the portfolio shows its value over time, its shares and its holds', async ({
  server,
  people,
  open,
}) => {
  // Another journey on this server may have left another price.
  await server.setPrice('BTC', '60000')
  const person = await people.customer({ USDT: '6000', BTC: '0.1' })
  const page = await (await open(person)).newPage()
  const dialog = page.getByRole('dialog', { name: 'Portfolio' })

  await test.step('each asset shows its share', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Portfolio' }).click()
    await expect(dialog.getByText('$12,000.00').first()).toBeVisible()
    await expect(dialog.getByRole('img', { name: 'Allocation' })).toHaveAccessibleName(
      /USDT 50\.0%/,
    )
    const table = dialog.getByRole('table', { name: 'Portfolio' })
    await expect(table.getByRole('row', { name: 'BTC' })).toContainText('50.0%')
    await expect(dialog.getByRole('region', { name: 'Frozen' })).toBeHidden()
  })

  await test.step('a new account has no change over 24 hours', async () => {
    await expect(dialog.getByText('24h, by prices alone')).toBeHidden()
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
    await page.goto('/')
    await page.getByRole('button', { name: 'Hide balances' }).click()
    const shows: readonly (readonly [path: string, part: Locator])[] = [
      ['/', page.getByRole('region', { name: 'Portfolio value' })],
      ['/?open=portfolio', dialog.getByRole('row', { name: 'Stake' })],
      ['/?open=transaction-history', page.getByRole('region', { name: /^New/ })],
      ['/?open=staking', page.getByRole('table', { name: 'Active stakes' })],
      ['/activity', page.getByRole('main')],
      ['/profile', page.getByRole('main')],
    ]
    for (const [path, part] of shows) {
      await page.goto(path)
      await expect(part).toContainText('Hidden')
      // Sums in dollars and cents, and amounts with eight decimals.
      expect(await everyWord(page), path).not.toMatch(/\$\d[\d,]*\.\d\d|\d\.\d{8}/)
    }
    await page.goto('/exchange')
    const orders = page.getByRole('table', { name: 'Current Orders' })
    await expect(orders).toContainText('Hidden')
    await expect(orders).not.toContainText('0.01')
    await page.goto('/profile')
    await page.getByRole('switch', { name: 'Hide balances' }).click()
    await expect(page.getByRole('main').getByText('$12,000.00')).toBeVisible()
    await page.goto('/?open=portfolio')
  })
  await test.step('the total stays, as of the last prices, when the market falls silent', async () => {
    await server.setMarket('silent')
    await server.letPass(2 * MINUTE_MS)
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Portfolio value' })
    await expect(card.getByText('BTC: Price not available')).toBeVisible()
    await expect(card.getByText(/^As of /)).toBeVisible()
    await expect(card.getByText(/^\$11,999\.\d\d$|^\$12,000\.00$/)).toBeVisible()
    const rates = page.getByRole('table', { name: 'Market Rates' })
    await expect(rates.getByRole('row', { name: 'BTC' })).toContainText('Price not available')
    await page.goto('/market')
    const markets = page.getByRole('table', { name: 'Markets' })
    await expect(markets.getByRole('row', { name: 'BTC' })).toContainText('Price not available')
    await server.setMarket('speaking')
  })
})

/** What is written on a page, and what a screen reader adds. */
function everyWord(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title]')]
    const names = named.map((each) => `${each.ariaLabel} ${each.getAttribute('title')}`)
    return [document.body.innerText, ...names].join('\n')
  })
}
