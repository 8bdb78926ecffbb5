import type { Page } from '@playwright/test'
import { scriptNamed } from '#scripts/bench-pwa/initial-js.ts'
import {
  cancelWithdrawal,
  listOwnWithdrawals,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { NONCE_ASKED, STEP_UP, TOKEN_OUTLIVED } from './support/console-watch.ts'
import { EMPTY_CACHE } from './support/contexts.ts'
import { expect, test } from './support/journey.ts'
import { walkTo } from './support/walk.ts'

const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

test.use({ stage: 'own', market: 'standing' })

/** Gives a page an authenticator that is always present and always verifies its user. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function enrol(page: Page, name: string): Promise<void> {
  await giveAuthenticator(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

test('a user adds a passkey, logs in with it and confirms a withdrawal with it', {
  tag: '@phone',
}, async ({ server, people, open, console }) => {
  console.expects(STEP_UP, NONCE_ASKED, TOKEN_OUTLIVED, /status of 503/)
  const person = await people.customer({ USDT: '1000' })
  const page = await (await open(person, EMPTY_CACHE)).newPage()

  await test.step('the passkey is listed under its name', () => enrol(page, 'My phone'))

  await test.step('it can be renamed', async () => {
    await page.getByRole('button', { name: 'Rename My phone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
    await dialog.getByLabel('Name').fill('Old phone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Rename Old phone' })).toBeVisible()
  })

  await test.step('it logs in without email and password', async () => {
    // If the browser offers passkeys in fields, the authenticator responds before any button is
    // pressed.
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByText('1,000.00', { exact: false }).first()).toBeVisible()
  })

  await test.step('the browser offers it in the email field, and choosing it logs in', async () => {
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: 'Remove Old phone' })).toBeVisible()
    // The authenticator responds at once, so no request of the old session may still be in flight.
    await expect.poll(() => server.network.underway).toBe(0)
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByText('1,000.00', { exact: false }).first()).toBeVisible()
  })

  await server.letPass(6 * MINUTE_MS)
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  const withdraw = async () => {
    await walkTo(page, '/?open=withdraw')
    const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
    await dialog.getByLabel('Wallet address').fill(WALLET)
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
    return dialog
  }

  await test.step('a later withdrawal asks for it; without the code to ask, it is kept', async () => {
    server.network.plan('GET', await scriptNamed('step-up-dialog'), 'refuse')
    const dialog = await withdraw()
    await expect(page.getByText('sent once you confirm that it is you')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: /^History/ }).click()
    const unsent = page.getByRole('dialog').getByRole('region', { name: 'On this device' })
    await expect(unsent.getByText('Waiting for you')).toBeVisible()
    await unsent.getByRole('button', { name: 'Cancel' }).click()
    await expect(unsent).toBeHidden()
  })

  await test.step('once that is loaded, a withdrawal is confirmed and sent', async () => {
    await withdraw()
    await question.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(
      page.getByText('Your withdraw request has been sent to admin for approval.'),
    ).toBeVisible()
  })

  await test.step('removing it warns that withdrawals are then on hold', async () => {
    await walkTo(page, '/profile')
    await page.getByRole('button', { name: 'Remove Old phone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the passkey' })
    await expect(dialog.getByText('nothing can be withdrawn for 24 hours')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Remove Old phone' })).toBeHidden()
  })

  const [request] = await person.api.call(listOwnWithdrawals)
  await person.api.call(cancelWithdrawal, { params: { id: request?.id ?? '' } })
})

test('two members of staff sign the approval of a large withdrawal with their passkeys', {
  tag: '@desktop',
}, async ({ people, open, console }) => {
  console.expects(STEP_UP)
  const person = await people.customer({ USDT: '20000' })
  await people.fund(person, 'USDT', '20000')
  const body = { symbol: 'USDT', amount: '30000', walletAddress: WALLET } as const
  await person.api.call(submitWithdrawal, { body })
  const staff = [await people.colleague('Demo Reviewer'), await people.colleague('Demo Admin')]

  for (const [n, colleague] of staff.entries()) {
    const page = await (await open(colleague)).newPage()
    await enrol(page, 'Security key')
    await walkTo(page, '/admin/users?open=withdraw-requests')
    const request = page
      .getByRole('dialog', { name: 'Withdraw Requests' })
      .getByRole('listitem')
      .filter({ hasText: person.email })
    await request.getByRole('button', { name: 'Approve' }).click()
    const review = page.getByRole('dialog', { name: 'Approve withdraw request' })
    // The second of two sends the coins.
    if (n === 1) await review.getByRole('button', { name: 'Start sending' }).click()
    await review.getByRole('button', { name: 'Approve' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(
      question.getByText(`You sign your approval of 30,000.00000000 USDT to TRC20 ${WALLET}.`),
    ).toBeVisible()
    await question.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(
      page.getByText(
        n === 0 ? 'A second person must approve it' : 'Withdraw request approved successfully',
      ),
    ).toBeVisible()
  }
})
