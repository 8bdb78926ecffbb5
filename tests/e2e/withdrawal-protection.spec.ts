import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { submitWithdrawal, switchAllowlist } from '#shared/contract/withdrawals.ts'
import { HOUR_MS } from '#shared/time.ts'
import { FREEZE_LINK } from '#tests/api/support/mailbox.ts'
import { NO_NETWORK, NONCE_ASKED, STEP_UP, TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { LOGGED_OUT, logInWithForm } from './support/log-in.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'
import { walkTo } from './support/walk.ts'

const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

test.use({ stage: 'own', market: 'standing' })

test('the link of a mail freezes withdrawals, and staff cannot approve the one that waits', async ({
  server,
  people,
  open,
  page,
  console,
}) => {
  console.expects(/status of 409/)
  const person = await people.customer({ USDT: '100' })
  const body = { symbol: 'USDT', amount: '40', walletAddress: WALLET } as const
  await person.api.call(submitWithdrawal, { body })
  const link = `/freeze-withdrawals?token=${await server.mailbox.find(person.email, FREEZE_LINK)}`

  await test.step('without logging in', async () => {
    await page.goto(link)
    await expect(page.getByText(/^Your withdrawals are frozen until/)).toBeVisible()
    await expect(page.getByText(/^Change your password/)).toBeVisible()
    await expect(page).toHaveURL(/\/freeze-withdrawals$/)
    await page.goto(link)
    await expect(page.getByText(/This link was used on .*\. It works only once\./)).toBeVisible()
    await expect(page.getByText(/^Your withdrawals are frozen until/)).toBeVisible()
  })

  await test.step('the owner reads it in the dialog and in the activity', async () => {
    const own = await (await open(person)).newPage()
    await own.goto('/?open=withdraw')
    const dialog = own.getByRole('dialog', { name: 'Withdraw USDT' })
    await expect(dialog.getByText(/^Withdrawals are on hold until/)).toBeVisible()
    await expect(dialog.getByText('The link in one of our emails froze')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await walkTo(own, '/activity?view=security')
    await expect(own.getByText('Withdrawals frozen')).toBeVisible()
  })

  await test.step('staff read it at the request and at the user', async () => {
    const desk = await (await open(await people.staff())).newPage()
    await desk.goto('/admin/users?open=withdraw-requests')
    const request = desk.getByRole('listitem').filter({ hasText: person.email })
    await expect(request.getByText('Frozen by user', { exact: true })).toBeVisible()
    await request.getByRole('button', { name: 'Approve' }).click()
    const review = desk.getByRole('dialog', { name: 'Approve withdraw request' })
    await expect(review.getByText(/Nothing can be approved until/)).toBeVisible()
    await expect(review.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await walkTo(desk, `/admin/users?search=${encodeURIComponent(person.email)}`)
    await expect(desk.getByText('Withdrawals frozen', { exact: true })).toBeVisible()
  })
})

test('with the allowlist on, a new address waits a day', async ({
  server,
  people,
  open,
  console,
}) => {
  console.expects(NO_NETWORK, TOKEN_OUTLIVED, NONCE_ASKED, STEP_UP, /status of 409/)
  const person = await people.customer({ USDT: '100' })
  const page = await (await open(person, { ...INSTALLABLE, ...LOGGED_OUT })).newPage()
  await logInWithForm(page, person)
  const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
  const fillIn = async () => {
    await page.goto('/?open=withdraw')
    await dialog.getByLabel('Wallet address').fill(WALLET)
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('40')
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }

  await test.step('a request that waited offline is refused when it is sent, and is kept', async () => {
    await fillIn()
    await untilInstalled(page)
    await server.network.cut()
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(page.getByText('Your withdraw request')).toBeVisible()
    await person.api.call(switchAllowlist, { body: { on: true } })
    await page.getByRole('button', { name: /^History/ }).click()
    await server.network.restore()
    const unsent = page.getByRole('dialog').getByRole('region', { name: 'On this device' })
    await expect(unsent.getByText(/Your allowlist is on, so you can withdraw only/)).toBeVisible()
    await unsent.getByRole('button', { name: 'Submit again' }).click()
    await expect(dialog.getByText(WALLET)).toBeVisible()
  })

  await test.step('the form and the list say from when a new address can be used', async () => {
    const saved = {
      label: 'New wallet',
      symbol: 'USDT',
      network: 'TRC20',
      address: WALLET,
    } as const
    await person.api.call(saveAddress, { body: saved })
    await fillIn()
    await expect(dialog.getByText(/“New wallet” is new\. You can use it from/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Saved addresses' }).click()
    const book = page.getByRole('dialog', { name: 'Saved USDT addresses' })
    await expect(book.getByText(/^Can be used from/)).toBeVisible()
  })

  await test.step('a day later it can be used', async () => {
    await server.letPass(24 * HOUR_MS)
    await fillIn()
    await expect(dialog.getByText('To “New wallet”')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it is you' })
    await question.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(
      page.getByText('Your withdraw request has been sent to admin for approval.'),
    ).toBeVisible()
  })

  await test.step('turning it off takes two days, and can be taken back', async () => {
    await page.goto('/profile')
    const allowlist = page.getByRole('switch', { name: /^Withdraw only to saved addresses/ })
    await expect(allowlist).toBeChecked()
    await allowlist.click()
    const question = page.getByRole('dialog', { name: 'Turn the allowlist off?' })
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText(/^Turned off from .* Until then it still applies\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep it on' }).click()
    await expect(page.getByText('The allowlist is on')).toBeVisible()
    await expect(page.getByText(/Until then it still applies/)).toBeHidden()
  })
})
