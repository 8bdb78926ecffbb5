import type { Locator, Page } from '@playwright/test'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { claimReview } from '#shared/contract/review-desk.ts'
import { approveOrder, placeTrade } from '#shared/contract/spot-orders.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { screenshot } from '#tests/api/support/pictures.ts'
import { expect, test } from './support/journey.ts'
import { reachedLimit } from './support/market.ts'
import { type Person, WALLET } from './support/people.ts'
import { askForVerification } from './support/requests.ts'
import { DESKTOP, screenshotFile } from './support/screens.ts'
import { expectUserLink } from './support/user-link.ts'
import { walkTo } from './support/walk.ts'

const TABLET = { width: 768, height: 1024 }
const REASON = 'The name on the transfer is another one'

test('a key pressed before the case has loaded opens the decision once it has', {
  tag: '@desktop',
}, async ({ people, open }) => {
  const person = await people.customer()
  await people.offer('USDT')
  const { request } = await person.api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '20' },
    files: { screenshot: await screenshot(7) },
  })
  const page = await (await open(await people.staff(), { serviceWorkers: 'block' })).newPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/reviews/deposit/${request.id}`, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/admin/reviews?case=deposit-${request.id}`)
  const pane = page.getByRole('region', { name: 'Case' })
  await expect(pane.getByRole('heading', { name: 'Loading' })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject deposit request' })
  await expect(dialog).toBeHidden()
  release()
  await expect(dialog.getByLabel('Rejection Reason')).toBeFocused()
})

test('a refused decision keeps what the reviewer has typed, on every screen', {
  tag: '@desktop',
}, async ({ people, open, console }) => {
  console.expects(/the server responded with a status of 409/)
  const person = await people.customer({ USDT: '500' })
  const other = await people.customer()
  const colleague = await people.colleague()
  const staff = await people.staff()
  // The page's own requests can be held back only without a service worker.
  const page = await (await open(staff, { serviceWorkers: 'block' })).newPage()
  const takeOver = (kind: string, id: string) =>
    colleague.api.call(claimReview, {
      params: { kind, id },
      body: { take_over_from: staff.user.id },
    })

  await test.step('under Users, with the claim of a colleague and a similar proof in view', async () => {
    const [earlier, id] = await sameProofOf(other, person)
    await colleague.api.call(claimReview, { params: { kind: 'deposit', id: earlier }, body: {} })
    await readingClaimsOneByOne(page)
    await page.goto('/admin/users?open=deposit-requests')
    await rejectUnderUsers(page, person, {
      title: 'Reject deposit request',
      done: 'Deposit request rejected successfully',
      takeOver: () => takeOver('deposit', id),
      expectMore: expectComparison,
    })
    await page.setViewportSize(TABLET)
    const list = page.getByRole('dialog', { name: 'Deposit Requests' })
    for (const name of ['Refresh', 'Close']) {
      await list.getByText(name, { exact: true }).click({ trial: true })
    }
    await expect(page.getByText('Deposit request rejected successfully')).toBeVisible()
    await page.setViewportSize(DESKTOP)
  })

  await test.step('under Users, with the claim of a colleague on a withdrawal', async () => {
    const { request } = await withdraw(person)
    await walkTo(page, '/admin/users?open=withdraw-requests')
    await rejectUnderUsers(page, person, {
      title: 'Reject withdraw request',
      done: 'Withdraw request rejected successfully',
      takeOver: () => takeOver('withdrawal', request.id),
    })
  })

  await test.step('under Users, with the claim of a colleague on a verification', async () => {
    await askForVerification(person)
    await walkTo(page, '/admin/users?open=kyc')
    await rejectUnderUsers(page, person, {
      title: 'Reject verification',
      done: 'KYC request rejected successfully',
      takeOver: () => takeOver('kyc', person.user.id),
    })
  })

  await test.step('a claim made for a dialog ends when the page closes', async () => {
    const [, id] = await sameProofOf(other, person)
    await walkTo(page, '/admin/users?open=deposit-requests')
    const card = page.getByRole('listitem').filter({ hasText: person.email })
    const claimed = page.waitForResponse((response) => response.url().endsWith(`${id}/claim`))
    await card.getByRole('button', { name: 'Reject' }).click()
    await claimed
    const claim = () =>
      colleague.api.call(claimReview, { params: { kind: 'deposit', id }, body: {} })
    await expect(claim()).rejects.toThrow('review.claimed')
    await page.reload()
    await expect(async () => void (await claim())).toPass()
  })

  await test.step('on the loans page, after both questions', async () => {
    const body = { amount: '500', purpose: 'A van', duration: 30 }
    const { loan } = await person.api.call(submitLoan, { body })
    await walkTo(page, '/admin/loans')
    const row = page.getByRole('row').filter({ hasText: person.email })
    await expectUserLink(row, person)
    await row.getByRole('button', { name: /^Reject the loan/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject loan application' })
    await dialog.getByLabel('Rejection Reason').fill(REASON)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    const confirm = page.getByRole('dialog', { name: 'Reject this loan?' })
    await refusing(page, '/review', () => takeOver('loan', loan.id))
    await confirm.getByRole('button', { name: 'Reject' }).click()
    await expect(confirm).toBeHidden()
    await expect(dialog.getByRole('alert')).toContainText('is working on this request')
    await expect(dialog.getByLabel('Rejection Reason')).toHaveValue(REASON)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('on the dashboard, where a colleague has decided first', async () => {
    const price = await reachedLimit(person.api)
    const { id } = await person.api.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price },
    })
    await walkTo(page, '/admin/dashboard?tab=pending-orders')
    await expect(page.getByRole('tab', { name: /^Pending Orders/, selected: true })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: person.email })
    await expectUserLink(row, person)
    await row.getByRole('button', { name: /^Reject the order/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject this order?' })
    await dialog.getByLabel('Rejection Reason').fill(REASON)
    await refusing(page, '/reject', async () => {
      await takeOver('spot-order', id)
      await colleague.api.call(approveOrder, { params: { id } })
    })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Demo Colleague has already decided on this')).toBeVisible()
    await expect(dialog.getByLabel('Rejection Reason')).toHaveValue(REASON)
    await expect(dialog.getByRole('button', { name: 'Reject' })).toBeHidden()
    await dialog.getByText('Close', { exact: true }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('at the desk', async () => {
    const { request } = await withdraw(person)
    await walkTo(page, `/admin/reviews?case=withdrawal-${request.id}`)
    const pane = page.getByRole('region', { name: 'Case' })
    await pane.getByRole('button', { name: 'Approve' }).click()
    const approval = page.getByRole('dialog', { name: 'Approve withdraw request' })
    const start = approval.getByRole('button', { name: 'Start sending' })
    await refusing(page, '/sending', async () => {
      await takeOver('withdrawal', request.id)
      await expect(start, 'the claim is seen before the refusal').toBeHidden()
    })
    await start.click()
    await expect(approval.getByRole('alert')).toContainText('is working on this request')
    await approval.getByRole('button', { name: 'Take over' }).click()
    await start.click()
    const preview = approval.getByAltText('Preview of the withdrawal screenshot')
    await approval.getByLabel('Withdrawal screenshot').setInputFiles(await screenshotFile())
    await expect(preview).toBeVisible()
    await approval.getByRole('button', { name: 'Cancel' }).click()
    await pane.getByRole('button', { name: 'Approve' }).click()
    await expect(preview).toBeVisible()
    await approval.getByRole('button', { name: 'Show the address' }).click()
    await expect(approval.getByRole('button', { name: 'Copy address' })).toBeVisible()
    await approval.getByRole('button', { name: 'Cancel' }).click()
    await pane.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject withdraw request' })
    await expect(dialog.getByText('Reject only if nothing was sent.')).toBeVisible()
    await dialog.getByRole('button', { name: 'I have sent nothing' }).click()
    const question = page.getByRole('dialog', { name: 'Nothing was sent?' })
    await question.getByRole('button', { name: 'Nothing was sent' }).click()
    await expect(page.getByText('Recorded: nothing was sent.')).toBeVisible()
    await expect(dialog.getByText('Reject only if nothing was sent.')).toBeHidden()
    await dialog.getByLabel('Rejection Reason').fill(REASON)
    await dialog.getByLabel('Admin Notes').fill('Asked by phone')
    await refusing(page, '/review', () => takeOver('withdrawal', request.id))
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByRole('alert')).toContainText('is working on this request')
    await expect(dialog.getByLabel('Rejection Reason')).toHaveValue(REASON)
    await expect(dialog.getByLabel('Admin Notes')).toHaveValue('Asked by phone')
    await dialog.getByRole('button', { name: 'Take over' }).click()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Withdraw request rejected successfully')).toBeVisible()
  })
})

interface UnderUsers {
  readonly title: string
  readonly done: string
  readonly takeOver: () => Promise<unknown>
  readonly expectMore?: (page: Page, dialog: Locator) => Promise<void>
}

/** Rejects a request in an open list although a colleague takes it over twice. */
async function rejectUnderUsers(page: Page, { email }: Person, request: UnderUsers) {
  const { title, done, takeOver, expectMore } = request
  const card = page.getByRole('dialog').getByRole('listitem').filter({ hasText: email })
  const dialog = page.getByRole('dialog', { name: title })
  await takeOver()
  await expect(card.getByText('Demo Colleague')).toBeVisible()
  await card.getByRole('button', { name: 'Reject' }).click()
  await expectMore?.(page, dialog)
  await expect(dialog.getByText('Demo Colleague is working on this.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(dialog.getByText('Demo Colleague is working on this.')).toBeHidden()
  await dialog.getByLabel('Rejection Reason').fill(REASON)
  await refusing(page, 'review', takeOver)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is working on this request')
  await expect(dialog.getByLabel('Rejection Reason')).toHaveValue(REASON)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByLabel('Rejection Reason')).toHaveValue(REASON)
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText(done)).toBeVisible()
  // The notice stays while it has the focus, which the closing dialog returns first.
  await expect(dialog).toBeHidden()
  await page.keyboard.press('F8')
  await expect(card).toBeHidden()
}

/** A deposit with a proof that another user has sent as well. */
async function expectComparison(page: Page, dialog: Locator) {
  await expect(dialog.getByText('Another user has sent a proof like this.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Compare with the proof of/ }).click()
  const compared = page.getByRole('dialog', { name: 'Proofs side by side' })
  await expect(compared.getByRole('img')).toHaveCount(2)
  await compared.getByRole('button', { name: 'Close' }).click()
}

/** Runs a callback once, after the button is pressed and before the decision arrives. */
async function refusing(page: Page, path: string, meanwhile: () => Promise<unknown>) {
  await page.route(
    ({ pathname }) => pathname.endsWith(path),
    async (route) => {
      await meanwhile()
      await route.continue()
    },
    { times: 1 },
  )
}

/** Spreads the claims of colleagues over many pages, one per page. */
async function readingClaimsOneByOne(page: Page) {
  await page.route(
    ({ searchParams }) => searchParams.get('claim') === 'others',
    async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      await route.continue({ url: url.href })
    },
  )
}

function withdraw({ api }: Person) {
  const body = { symbol: 'USDT', amount: '30', walletAddress: WALLET.address } as const
  return api.call(submitWithdrawal, { body })
}

/** The ids of two deposits with the same proof. */
async function sameProofOf(first: Person, second: Person): Promise<[string, string]> {
  const files = { screenshot: await screenshot(Date.now() % 10_000) }
  const body = { symbol: 'USDT', amount: '20' } as const
  const earlier = await first.api.call(submitDeposit, { body, files })
  const later = await second.api.call(submitDeposit, { body, files })
  return [earlier.request.id, later.request.id]
}
