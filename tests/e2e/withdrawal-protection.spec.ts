import { generate } from 'otplib'
import {
  disableSecondFactor,
  enableSecondFactor,
  enrolSecondFactor,
} from '#shared/contract/auth.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { submitWithdrawal, switchAllowlist } from '#shared/contract/withdrawals.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { FREEZE_LINK } from '#tests/api/support/mailbox.ts'
import { NO_NETWORK, NONCE_ASKED, STEP_UP, TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { LOGGED_OUT, logInWithForm } from './support/log-in.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'
import { walkTo } from './support/walk.ts'

const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

test.use({ stage: 'own', market: 'standing' })

test('the link in a mail freezes withdrawals, and staff cannot approve the waiting one', async ({
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

  await test.step('the owner sees the freeze in the dialog and in the activity', async () => {
    const own = await (await open(person)).newPage()
    await own.goto('/?open=withdraw')
    const dialog = own.getByRole('dialog', { name: 'Withdraw USDT' })
    await expect(dialog.getByText(/^Withdrawals are on hold until/)).toBeVisible()
    await expect(dialog.getByText('The link in one of our emails froze')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await walkTo(own, '/activity?view=security')
    await expect(own.getByText('Withdrawals frozen')).toBeVisible()
  })

  await test.step('staff see the freeze at the request and at the user', async () => {
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

test('with the allowlist on, a new address can be used after a day', async ({
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

  await test.step('the form and the list say when a new address can be used', async () => {
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

  await test.step('turning it off takes two days, and can be undone', async () => {
    await page.goto('/profile')
    const allowlist = page.getByRole('switch', { name: /^Withdraw only to saved addresses/ })
    await expect(allowlist).toBeChecked()
    await allowlist.click()
    const question = page.getByRole('dialog', { name: 'Turn the allowlist off?' })
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText(/^The allowlist stays on until /)).toBeVisible()
    await page.getByRole('button', { name: 'Keep it on' }).click()
    await expect(page.getByText('The allowlist is on')).toBeVisible()
    await expect(page.getByText(/^The allowlist stays on until /)).toBeHidden()
  })
})

test('after a hold of a day, a withdrawal waits offline and asks for a code when it is sent', {
  tag: '@phone',
}, async ({ server, people, open, console }) => {
  console.expects(NO_NETWORK, TOKEN_OUTLIVED, STEP_UP, /status of 400/)
  const person = await people.customer({ USDT: '100' })
  const page = await (await open(person, { ...INSTALLABLE, ...LOGGED_OUT })).newPage()
  await logInWithForm(page, person)
  const protect = async () => {
    const body = { password: person.password }
    const { secret } = await person.api.call(enrolSecondFactor, { body })
    const code = () => generate({ secret, epoch: Math.floor(server.now() / 1_000) })
    const enabled = await person.api.call(enableSecondFactor, { body: { code: await code() } })
    return { code, recoveryCode: enabled.recovery_codes[0] ?? '' }
  }
  const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })

  let code = ''
  await test.step('new recovery codes stay until their owner has kept them', async () => {
    const { recoveryCode } = await protect()
    await page.goto('/profile')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    const renewal = page.getByRole('dialog', { name: 'New recovery codes' })
    await renewal.getByLabel('Password', { exact: true }).fill(person.password)
    await renewal.getByLabel('Code').fill(recoveryCode)
    await renewal.getByRole('button', { name: 'Get new codes' }).click()
    const codes = page.getByRole('dialog', { name: 'Recovery codes', exact: true })
    code = (await codes.getByRole('listitem').first().textContent()) ?? ''
    await page.keyboard.press('Escape')
    await codes.getByRole('button', { name: 'I have kept them' }).click()
    await expect(codes).toBeHidden()
  })

  await test.step('turning the second factor off holds withdrawals, and the form says so', async () => {
    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    const off = page.getByRole('dialog', { name: 'Turn off the second factor' })
    await expect(off.getByText('nothing can be withdrawn for 24 hours')).toBeVisible()
    await person.api.call(disableSecondFactor, { body: { password: person.password, code } })
    await page.goto('/?open=withdraw')
    await expect(dialog.getByText(/^Withdrawals are on hold until/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await server.letPass(24 * HOUR_MS)
    await page.goto('/?open=withdraw')
    await expect(dialog.getByText('Available 100.00000000 USDT')).toBeVisible()
    await expect(dialog.getByText(/^Withdrawals are on hold until/)).toBeHidden()
  })

  const { code: nextCode } = await protect()
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })

  await test.step('offline the request is kept, and asks for a code once it is sent', async () => {
    await dialog.getByLabel('Wallet address').fill(WALLET)
    await dialog.getByRole('button', { name: 'Max' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await untilInstalled(page)
    await server.network.cut()
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(page.getByText('Your withdraw request is sent automatically.')).toBeVisible()
    await server.network.restore()
    await expect(question.getByLabel('Code')).toBeVisible()
    await question.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('after a restart it asks above a dialog that opens at the same time', async () => {
    await page.goto('/?open=withdraw')
    // Below the question it is hidden from screen readers.
    await expect(page.getByText('Withdraw USDT')).toBeVisible()
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(question).toBeHidden()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('it waits in the history until the owner confirms', async () => {
    await page.getByRole('button', { name: /^History/ }).click()
    const unsent = page.getByRole('dialog').getByRole('region', { name: 'On this device' })
    await expect(unsent.getByText('Waiting for you')).toBeVisible()
    await unsent.getByRole('button', { name: 'Confirm it is you' }).click()
    await question.getByLabel('Code').fill('000000')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(
      question.getByText(
        'This code is not correct. Enter the code that your authenticator app shows now, or check the recovery code.',
      ),
    ).toBeVisible()
    // Turning the factor on used up the code of that half minute.
    await server.letPass(MINUTE_MS)
    await question.getByLabel('Code').fill(await nextCode())
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('dialog').getByText('Pending')).toBeVisible()
    await expect(unsent).toBeHidden()
  })
})
