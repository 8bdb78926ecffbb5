import { listConversions } from '#shared/contract/conversions.ts'
import { getPrice } from '#shared/contract/prices.ts'
import { QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { SECOND_MS } from '#shared/time.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { pressTwice } from './support/press-twice.ts'
import { INSTALLABLE, passTime, untilInstalled } from './support/screens.ts'
import { walkTo } from './support/walk.ts'

// This test moves the clock and needs fixed prices.
test.use({ stage: 'own', market: 'standing' })

test('USDT is converted to BTC at the shown terms, after an expired quote', {
  tag: '@phone',
}, async ({ server, people, open, console }) => {
  console.expects(NO_NETWORK, /409 \(Conflict\)/)
  const person = await people.customer({ USDT: '1000' })
  const context = await open(person, INSTALLABLE)
  await context.clock.install()
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Convert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert' })
  const goOn = dialog.getByRole('button', { name: 'Continue' })

  const moveTo = async (symbol: string, price: string) => {
    await server.setPrice(symbol, price)
    const current = () => person.api.call(getPrice, { params: { symbol } })
    await expect.poll(async () => (await current()).price).toBe(price)
  }

  await test.step('the form explains why it cannot continue', async () => {
    await expect(dialog.getByText('No conversions yet')).toBeVisible()
    await expect(goOn).toBeDisabled()
    await dialog.getByLabel('Amount').fill('1000.01')
    await expect(dialog.getByText('Insufficient balance, Available: 1,000.00000000')).toBeVisible()
    await expect(goOn).toBeDisabled()
    await dialog.getByLabel('To', { exact: true }).selectOption('SOL')
    await expect(dialog.getByText('Price not available')).toBeVisible()
    await dialog.getByLabel('To', { exact: true }).selectOption('BTC')
  })

  await test.step('the form shows the result for the whole balance', async () => {
    await dialog.getByRole('button', { name: 'Max' }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('1000')
    await expect(dialog.getByText('0.016583')).toBeVisible()
    await expect(dialog.getByText('less 0.5% spread')).toBeVisible()
    await expect(dialog.getByText('Up to 50,000 USDT per conversion.')).toBeVisible()
    await dialog.getByLabel('Amount').fill('300')
    await expect(dialog.getByText('0.004975')).toBeVisible()
  })

  await test.step('the form says why stablecoins cannot be converted into each other', async () => {
    await moveTo('USDC', '0.98')
    await dialog.getByLabel('To', { exact: true }).selectOption('DAI')
    await expect(dialog.getByText('USDC is at 0.98 USDT.')).toBeVisible()
    await expect(goOn).toBeDisabled()
    await moveTo('USDC', '1')
    await expect(dialog.getByText('USDC is at 0.98 USDT.')).toBeHidden()
    await dialog.getByLabel('To', { exact: true }).selectOption('BTC')
  })

  await test.step('a quote that expires on the screen can be requested again', async () => {
    await goOn.click()
    await expect(dialog.getByText('These terms are valid for')).toBeVisible()
    await expect(dialog.getByRole('timer')).toHaveText(/^0:(1[0-5]|0\d)$/)
    // It is visible for ten seconds, so start waiting before it appears.
    const seen = expect(dialog.getByRole('timer')).toHaveText(/^0:(10|0\d)$/)
    await passTime(server, context, 5 * SECOND_MS)
    await seen
    await passTime(server, context, QUOTE_VALID_MS - 5 * SECOND_MS)
    await expect(dialog.getByRole('status').getByText(/^This quote has expired/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Convert', exact: true })).toBeHidden()
    await dialog.getByRole('button', { name: 'Get a new quote' }).click()
    await expect(dialog.getByText('These terms are valid for')).toBeVisible()
  })

  await test.step('a quote that expired on the server is refused and replaced', async () => {
    await server.letPass(QUOTE_VALID_MS)
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
    await expect(dialog.getByText('so nothing was converted')).toBeVisible()
    await expect(dialog.getByText('These terms are valid for')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Convert', exact: true })).toBeHidden()
  })

  await test.step('a price that moved is shown as a new quote', async () => {
    await moveTo('BTC', '60200')
    await dialog.getByRole('button', { name: 'Accept new quote' }).click()
    await expect(
      dialog.getByText('You would now receive 0.00495847 BTC instead of 0.00497500.'),
    ).toBeVisible()
    await expect(dialog.getByText('0.5%, included')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Accept new quote' })).toBeVisible()
    await expect(dialog.getByText('0.00495847 BTC', { exact: true })).toBeVisible()
    await moveTo('BTC', '60000')
  })

  await test.step('going back keeps the amount, and the new quote converts', async () => {
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('300')
    expect(await goOn.evaluate(pressTwice), 'what the second press hits').not.toBe('Convert')
    await expect(dialog.getByText('0.00497500 BTC')).toBeVisible()
    await expect(dialog.getByText('Simulated prices')).toBeVisible()
    await expect(dialog.getByText('700.00000000 USDT')).toBeVisible()
    await dialog.getByRole('button', { name: 'Convert', exact: true }).dblclick()
    await expect(page.getByText('You converted 300.00000000 USDT to 0.00497500 BTC.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the conversion is listed, and both balances have changed', async () => {
    await walkTo(page, '/?open=convert')
    const rows = dialog.getByRole('table', { name: 'Conversions' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('0.00497500 BTC')
    await expect(rows.nth(1)).toContainText('300.00000000 USDT')
    await expect(rows, 'pressed twice, it converted once').toHaveCount(2)
    const listed = await person.api.call(listConversions, { params: { userId: person.user.id } })
    expect(listed).toHaveLength(1)
    await walkTo(page, '/?open=portfolio')
    const portfolio = page.getByRole('table', { name: 'Portfolio' })
    await expect(portfolio.getByRole('row', { name: 'BTC' })).toContainText('0.004975')
    await expect(portfolio.getByRole('row', { name: 'USDT' })).toContainText('700')
  })

  await test.step('the form cannot convert offline, and says so', async () => {
    await walkTo(page, '/?open=convert')
    await dialog.getByLabel('Amount').fill('10')
    await untilInstalled(page)
    await server.network.cut()
    await expect(dialog.getByText('You are offline. Converting depends on')).toBeVisible()
    await expect(goOn).toBeDisabled()
    await server.network.restore()
    await expect(goOn).toBeEnabled()
  })
})
