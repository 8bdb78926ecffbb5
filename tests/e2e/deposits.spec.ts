import {
  listDepositAddresses,
  type ShownDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { expect, test } from './support/journey.ts'
import { screenshotFile } from './support/screens.ts'

const POLL_MS = 10_000

test('a deposit names the address that the coins were sent to, even if a new one is now shown', {
  tag: '@phone',
}, async ({ people, open }) => {
  const person = await people.customer()
  await people.offer('USDT')
  // Responses to the page can be changed only without a service worker.
  const context = await open(person, { serviceWorkers: 'block' })
  await context.clock.install()
  const page = await context.newPage()
  await page.goto('/?open=deposit')
  const dialog = page.getByRole('dialog', { name: 'Deposit USDT' })
  await page.getByRole('button', { name: /^USDT/ }).click()
  const { addresses } = await person.api.call(listDepositAddresses)
  const first = addresses.find(({ asset_symbol }) => asset_symbol === 'USDT') as ShownDepositAddress
  await expect(dialog.getByText(first.address)).toBeVisible()

  const next = {
    ...first,
    address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    version: first.version + 1,
  }
  await page.route('**/api/deposit-addresses', (route) =>
    route.fulfill({ json: { addresses: [next] } }),
  )
  await context.clock.fastForward(POLL_MS)
  await expect(dialog.getByText(next.address)).toBeVisible()
  await expect(dialog.getByText('The address has changed since you opened this.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /^USDT/ }).click()
  await dialog.getByRole('button', { name: 'I sent to the earlier address' }).click()
  await dialog.getByLabel('Amount sent').fill('20.5')
  await dialog.getByLabel('Payment screenshot').setInputFiles(await screenshotFile())
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(submitDeposit.path),
  )
  await dialog.getByRole('button', { name: 'Submit request' }).click()
  expect((await sent).postData()).toContain(`"address_version"\r\n\r\n${first.version}`)
  await expect(page.getByText('Deposit request submitted successfully.')).toBeVisible()
})
