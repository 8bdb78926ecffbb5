import type { Page } from '@playwright/test'
import { setPicture } from '#shared/contract/account.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { listKycRequests, reviewKyc } from '#shared/contract/kyc.ts'
import { summariseWaiting } from '#shared/contract/review-desk.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { pressTwice } from './support/press-twice.ts'
import {
  badgeOf,
  holdBeforeCamera,
  INSTALLABLE,
  noteBadge,
  qrPicture,
  screenshotFile,
  untilInstalled,
} from './support/screens.ts'
import { walkTo } from './support/walk.ts'

const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
const REQUESTS = '/api/withdraw-requests'
/** Lists that dialogs of the back office show. */
const LISTS_OF_DIALOGS = [
  '/admin/deposit-requests',
  '/admin/withdraw-requests',
  '/admin/kyc-requests',
  '/admin/loan-applications',
]

test.use({ stage: 'own', market: 'standing' })

test('a withdrawal is rejected, then approved', { tag: '@phone' }, async ({
  server,
  people,
  open,
  console,
}) => {
  console.expects(NO_NETWORK)
  const person = await people.customer({ USDT: '1000' })
  await person.api.call(setPicture, { files: { picture: await photo() } })
  const reviewer = await people.staff()
  const contexts = [await open(person, INSTALLABLE), await open(reviewer)] as const
  for (const context of contexts) await noteBadge(context)
  const page = await contexts[0].newPage()
  const desk = await contexts[1].newPage()

  await test.step('form errors are shown before submission', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
    await expect(dialog.getByText('Available 1,000.00000000 USDT')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Please fill in both amount and wallet address.')).toBeVisible()
    await dialog.getByLabel('Wallet address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('2000')
    await expect(dialog.getByText('This is not a valid TRC20 address.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Scan a QR code' }).click()
    const scan = page.getByRole('dialog', { name: 'Scan a QR code' })
    await expect(scan.getByText(/^The camera is blocked|^This device has no camera/)).toBeVisible()
    const image = scan.getByLabel('Image with the QR code')
    await image.setInputFiles(await qrPicture(`ethereum:${WALLET}`))
    await expect(scan.getByText('This code is for another network.')).toBeVisible()
    await image.setInputFiles(await qrPicture(`tron:${WALLET}?amount=3`))
    await expect(scan).toBeHidden()
    await expect(dialog.getByLabel('Wallet address')).toHaveValue(WALLET)
    await dialog.getByLabel('Wallet address').fill('')
    await holdBeforeCamera(page, await qrPicture(WALLET))
    await dialog.getByRole('button', { name: 'Scan a QR code' }).click()
    await expect(dialog.getByLabel('Wallet address')).toHaveValue(WALLET)
    await expect(scan).toBeHidden()
    await dialog.getByLabel('Wallet address').fill(` ${WALLET}\n`)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(
      dialog.getByText(
        'You have 1,000.00000000 USDT available but trying to withdraw 2,000.00000000 USDT',
      ),
    ).toBeVisible()
  })

  await test.step('the confirmation repeats every number, and the address is saved with a label', async () => {
    const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250')
    const goOn = dialog.getByRole('button', { name: 'Continue' })
    expect(await goOn.evaluate(pressTwice), 'what the second press hits').not.toBe(
      'Confirm withdrawal',
    )
    await expect(dialog.getByText(WALLET)).toBeVisible()
    await expect(dialog.getByText('750.00000000 USDT')).toBeVisible()
    await expect(dialog.getByText('None. You receive the full amount.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByLabel('Wallet address')).toHaveValue(WALLET)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Save this address').click()
    await dialog.getByLabel('Label').fill('Hardware wallet')
    await confirm(page)
    await expect(
      page.getByText('Your withdraw request has been sent to admin for approval.'),
    ).toBeVisible()
  })

  await test.step('staff reject it with a reason, and the money is returned', async () => {
    await desk.goto('/admin/users')
    await desk.getByRole('button', { name: /^Withdraw Requests/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Withdraw Requests' })
    const own = dialog.getByRole('listitem').filter({ hasText: person.email })
    await expect(own.getByText(WALLET)).toBeVisible()
    const waits = Object.values(await reviewer.api.call(summariseWaiting))
    await expect
      .poll(() => badgeOf(desk), 'the number on the icon of staff')
      .toBe(waits.reduce((sum, { count }) => sum + count, 0))
    await own.getByRole('button', { name: 'Reject' }).click()
    const review = desk.getByRole('dialog', { name: 'Reject withdraw request' })
    await review.getByLabel('Rejection Reason').fill('We could not reach you')
    await review.getByText('Require re-verification from user').click()
    await review.getByRole('button', { name: 'Reject' }).click()
    await expect(
      desk.getByText('Withdraw request rejected successfully - User will be notified to re-verify'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'History, 2 new' }).click()
    await expect.poll(() => badgeOf(page), 'the number on the icon of the user').toBe(2)
    await expect(withdrawalIn(page).getByText('Rejected')).toBeVisible()
    await expect(withdrawalIn(page).getByText('We could not reach you')).toBeVisible()
    await acknowledge(page)
    await expect.poll(() => badgeOf(page)).toBe(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const notice = page.getByRole('region', { name: 'Verify your identity again' })
    await expect(notice.getByText('Reason: We could not reach you')).toBeVisible()
  })

  await test.step('a second request from the address book waits offline', async () => {
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
    await expect(dialog.getByText('Available 1,000.00000000 USDT')).toBeVisible()
    await dialog.getByRole('button', { name: 'Saved addresses' }).click()
    await page.getByRole('button', { name: 'Use Hardware wallet' }).click()
    await expect(dialog.getByLabel('Wallet address')).toHaveValue(WALLET)
    await dialog.getByRole('button', { name: 'Max' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('To “Hardware wallet”')).toBeVisible()
    await untilInstalled(page)
    await server.network.cut()
    await expect(dialog.getByText('You are offline.')).toBeVisible()
    await confirm(page)
    await expect(page.getByText('Your withdraw request is sent automatically.')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const waiting = page.getByRole('dialog').getByRole('region', { name: 'On this device' })
    // The first attempt may have been sent before the device noticed that it is offline.
    await expect(waiting.getByText(/^Waiting for connection|^Sent, waiting/)).toBeVisible()
    const before = server.network.count('POST', REQUESTS)
    await server.network.restore()
    await expect(page.getByRole('dialog').getByText('Pending')).toBeVisible()
    expect(server.network.count('POST', REQUESTS)).toBe(before + 1)
  })

  const dialogOfRequests = desk.getByRole('dialog', { name: 'Withdraw Requests' })
  const approval = desk.getByRole('dialog', { name: 'Approve withdraw request' })

  await test.step('it waits until the user has verified their identity again', async () => {
    const own = dialogOfRequests.getByRole('listitem').filter({ hasText: person.email })
    await own.getByRole('button', { name: 'Approve' }).click()
    await expect(approval.getByText(/must verify their identity again first/)).toBeVisible()
    await expect(approval.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Verify again' }).click()
    const form = page.getByRole('dialog', { name: 'Verification' })
    await expect(form.getByText('We could not reach you')).toBeVisible()
    await form.getByLabel('Social Security Number').fill('987-65-4321')
    await form.getByLabel('Address').fill('12 Example Street')
    for (const name of ['Front of your ID', 'Back of your ID', 'Selfie with your ID']) {
      await form.getByLabel(name, { exact: true }).setInputFiles(await screenshotFile(320, 200))
    }
    await form.getByRole('button', { name: 'Submit verification' }).click()
    await expect(page.getByText('Your new verification is in review')).toBeVisible()
    const waiting = await reviewer.api.call(listKycRequests)
    const kycId = waiting.find(({ user }) => user.email === person.email)?.id ?? ''
    await reviewer.api.call(reviewKyc, { body: { kycId, action: 'approve' } })
    await expect(page.getByText('Your new verification is in review')).toBeHidden()
    await expect(approval.getByText(/must verify their identity again first/)).toBeHidden()
  })

  await test.step('staff approve it with a screenshot of the transfer', async () => {
    const own = dialogOfRequests.getByRole('listitem').filter({ hasText: person.email })
    const review = approval
    await expect(review.getByText('1,000.00000000 USDT')).toBeVisible()
    await review.getByRole('button', { name: 'Start sending' }).click()
    const picture = await screenshotFile()
    await review.getByLabel('Withdrawal screenshot').setInputFiles(picture)
    await expect(review.getByAltText('Preview of the withdrawal screenshot')).toBeVisible()
    await review.getByRole('button', { name: 'Remove' }).click()
    await review.getByLabel('Withdrawal screenshot').setInputFiles(picture)
    await review.getByRole('button', { name: 'Approve' }).click()
    await expect(desk.getByText('Withdraw request approved successfully')).toBeVisible()
    await expect(own).toHaveCount(0)
  })

  await test.step('the user sees the screenshot, and the money has left', async () => {
    await page.getByRole('button', { name: /^History/ }).click()
    await expect(withdrawalIn(page).getByText('Approved')).toBeVisible()
    await withdrawalIn(page).getByRole('button', { name: 'View screenshot' }).click()
    const viewer = page.getByRole('dialog', { name: 'Screenshot' })
    const link = viewer.getByRole('link', { name: 'Download' })
    const picture = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(picture.status()).toBe(200)
    await viewer.getByRole('button', { name: 'Close' }).click()
    await acknowledge(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('USDT', { exact: true }).first().click()
    await expect(page.getByText('Available 0.00000000 USDT')).toBeVisible()
  })

  await test.step('staff find both in the history', async () => {
    await walkTo(desk, '/admin/users?open=withdraw-history')
    const dialog = desk.getByRole('dialog', { name: 'Withdraw History' })
    const own = dialog.getByRole('listitem').filter({ hasText: person.email })
    await expect(own.getByText('1,000.00000000')).toBeVisible()
    await dialog.getByText(/^Rejected \(\d+\)$/).click()
    await expect(own.getByText('Requires Re-verification')).toBeVisible()
  })

  await test.step('the list of a closed dialog is not refetched when changes arrive', async () => {
    await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const asked = () => LISTS_OF_DIALOGS.map((path) => server.network.count('GET', path))
    const before = asked()
    const button = desk.getByRole('button', { name: /^Deposit Requests/ })
    const label = await button.innerText()
    const files = { screenshot: await photo() }
    await person.api.call(submitDeposit, { body: { symbol: 'USDT', amount: '20' }, files })
    await expect(button).not.toHaveText(label, { useInnerText: true })
    expect(asked()).toEqual(before)
  })

  await test.step('a user’s picture opens although its link in the list has expired', async () => {
    await walkTo(desk, `/admin/users?search=${person.email}`)
    await expect(desk.getByText('1 found')).toBeVisible()
    await server.letPass(6 * MINUTE_MS)
    // Another response gives the page the time.
    await desk.getByRole('button', { name: /^KYC Management/ }).click()
    const kyc = desk.getByRole('dialog')
    const answered = desk.waitForResponse(/kyc-requests\?.*rejected/)
    await kyc.getByRole('tab', { name: /^Rejected/ }).click()
    await (await answered).finished()
    await kyc.getByRole('button', { name: 'Close' }).click()
    await desk.getByRole('button', { name: /^View the profile picture of/ }).click()
    const viewer = desk.getByRole('dialog', { name: /^Profile picture of/ })
    const link = viewer.getByRole('link', { name: 'Open in New Tab' })
    const response = async () =>
      (await desk.request.get((await link.getAttribute('href')) ?? '')).status()
    await expect.poll(response).toBe(200)
    await expect(viewer.getByRole('img')).toBeVisible()
  })
})

test('a pending withdrawal is cancelled', { tag: '@phone' }, async ({ people, open }) => {
  const page = await (await open(await people.customer({ USDT: '100.12345678' }))).newPage()
  await page.goto('/?open=withdraw')
  const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
  await dialog.getByLabel('Wallet address').fill(WALLET)
  await dialog.getByRole('button', { name: 'Max' }).click()
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await expect(amount, 'what the network can carry').toHaveValue('100.123456')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await confirm(page)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'Transaction History' })
  await history.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this withdrawal?' })
  await question.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect(history.getByText('Cancelled', { exact: true })).toBeVisible()
  await walkTo(page, '/?open=withdraw')
  await expect(page.getByText('Available 100.12345678 USDT')).toBeVisible()
})

/** The withdrawal among the new notifications, which also show the deposit. */
function withdrawalIn(page: Page) {
  const fresh = page.getByRole('region', { name: 'New Notifications' })
  return fresh.getByRole('listitem').filter({ hasText: 'Withdrawal' })
}

async function acknowledge(page: Page): Promise<void> {
  await withdrawalIn(page).getByRole('button', { name: 'OK' }).click()
  await expect(withdrawalIn(page)).toBeHidden()
}

function confirm(page: Page): Promise<void> {
  return page.getByRole('dialog').getByRole('button', { name: 'Confirm withdrawal' }).click()
}
