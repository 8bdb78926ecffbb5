import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { NO_NETWORK, NONCE_ASKED, TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { logInWithForm } from './support/log-in.ts'
import { walkTo } from './support/walk.ts'

// This test moves the clock by days.
test.use({ stage: 'own', market: 'standing' })

test('USDT is staked for a term and returned with interest automatically', {
  tag: '@phone',
}, async ({ server, people, page, console }) => {
  console.expects(TOKEN_OUTLIVED, NONCE_ASKED)
  const person = await people.customer({ USDT: '5000' })
  await logInWithForm(page, person)
  await walkTo(page, '/?open=staking')
  const dialog = page.getByRole('dialog')
  const stakes = dialog.getByRole('region', { name: 'Your stakes' })

  await test.step('the plans show their limits and interest', async () => {
    await expect(dialog.getByText('1 to 100,000 USDT')).toBeVisible()
    await expect(dialog.getByText('1,000,000 to 100,000,000 USDT')).toBeVisible()
    await expect(stakes.getByText('No stakes yet')).toBeVisible()
  })

  await test.step('the form explains why it cannot continue', async () => {
    await dialog.getByRole('button', { name: /^5 Days/ }).click()
    await expect(dialog.getByText('From 1,000 to 1,000,000 USDT.')).toBeVisible()
    const stake = dialog.getByRole('button', { name: /^Stake/ })
    await stake.click()
    await expect(dialog.getByText('Invalid Input')).toBeVisible()
    await dialog.getByLabel('Amount').fill('999')
    await stake.click()
    await expect(dialog.getByText('Amount must be between 1,000 and 1,000,000 USDT')).toBeVisible()
    await dialog.getByLabel('Amount').fill('5000.01')
    await stake.click()
    await expect(dialog.getByText('You only have 5,000.00000000 USDT available')).toBeVisible()
  })

  await test.step('the interest is shown before submission', async () => {
    await dialog.getByLabel('Amount').fill('1000')
    await expect(dialog.getByText('0.01643835')).toBeVisible()
    await expect(dialog.getByText('0.08219178', { exact: false }).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Stake 1,000 USDT' }).click()
    await expect(page.getByText('Your USDT has been staked successfully.')).toBeVisible()
    await expect(stakes.getByText('In Progress')).toBeVisible()
  })

  await test.step('nothing is returned before the end', async () => {
    await server.letPass(4 * DAY_MS + 12 * HOUR_MS)
    await stakes.getByRole('button', { name: /^Details: .+/ }).click()
    const details = page.getByRole('dialog', { name: 'Staking Position Details' })
    await expect(details.getByText('In Progress')).toBeVisible()
    await expect(details.getByText('90%')).toBeVisible()
    await expect(details.getByText('1,000.08219178 USDT')).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    await expect(stakes.getByText('In Progress')).toBeVisible()
  })

  await test.step('the stake is paid at its end and can be spent again', async () => {
    await server.letPass(12 * HOUR_MS)
    await expect(stakes.getByText('Over')).toBeVisible()
    await stakes.getByRole('button', { name: /^Details: .+/ }).click()
    const details = page.getByRole('dialog', { name: 'Staking Position Details' })
    await expect(details.getByText('Paid back')).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    await dialog.getByRole('button', { name: /^1 Day/ }).click()
    await expect(dialog.getByText('5,000.08219178')).toBeVisible()
  })

  const speak = async (language: string) => {
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.reload()
  }

  await test.step('the dialog reads from right to left in Arabic, without a text outside the catalogue', async () => {
    await speak('en-XA')
    await expect(stakes.or(dialog.getByRole('heading', { level: 3 })).first()).toBeVisible()
    await expect.poll(() => dialog.evaluate(plainTexts)).toEqual([])
    await speak('ar')
    await expect(dialog.getByRole('heading', { name: 'تخزين USDT' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(dialog.getByText('انتهى')).toBeVisible()
  })

  await test.step('the switch changes the language on the spot', async () => {
    await walkTo(page, '/profile')
    await page.getByLabel('اللغة').selectOption('en')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.getByRole('switch', { name: 'Hide balances' })).toBeVisible()
  })
})

/** Words with an unaccented vowel: the pseudo-language accents every vowel. */
function plainTexts(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue?.replaceAll('USDT', '') ?? '')
  return texts.filter((text) => /[aeiou]/i.test(text))
}

test('a waiting stake is shown even if the list was never loaded', { tag: '@phone' }, async ({
  people,
  open,
  console,
}) => {
  console.expects(NO_NETWORK)
  const page = await (await open(await people.customer({ USDT: '5000' }))).newPage()
  await page.route('**/api/staking/*', (route) => route.abort())
  await page.goto('/?open=staking')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Failed to fetch staking positions')).toBeVisible()
  await dialog.getByRole('button', { name: /^5 Days/ }).click()
  await dialog.getByLabel('Amount').fill('1000')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Stake 1,000 USDT' }).click()
  const unsent = dialog.getByRole('region', { name: 'On this device' })
  await expect(unsent.getByText('1,000.00000000 USDT')).toBeInViewport()
  await expect(unsent.getByText('Waiting for connection')).toBeInViewport()
})
