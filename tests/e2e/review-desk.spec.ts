import type { Locator, Page } from '@playwright/test'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { claimReview } from '#shared/contract/review-desk.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { photo, screenshot } from '#tests/api/support/pictures.ts'
import { expect, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'
import { reachedLimit } from './support/market.ts'
import { type People, type Person, WALLET } from './support/people.ts'

const TABS_MAX = 20

const PORTRAIT = { width: 390, height: 844 }
const LANDSCAPE = { width: 667, height: 375 }

test('staff work through the review desk by keyboard or by touch', async ({
  people,
  open,
  isMobile,
}) => {
  const person = await people.customer({ USDT: '500' })
  const page = await (await open(await people.staff())).newPage()
  await (isMobile ? byTouch(page, person) : byKeyboard(page, person, people))
})

async function byKeyboard(page: Page, person: Person, people: People): Promise<void> {
  const colleague = await people.colleague()
  const other = await people.customer()
  const withdrawalId = await submitEverything(person, other)
  const theirs = { params: { kind: 'withdrawal', id: withdrawalId } } as const
  await page.goto('/admin/reviews')
  const rows = page.getByRole('list', { name: 'Pending requests' }).getByRole('link')
  const pane = page.getByRole('region', { name: 'Case' })

  await test.step('requests are searched, listed oldest first and opened', async () => {
    await expect(rows.first()).toBeVisible()
    await page.keyboard.press('f')
    await page.keyboard.type(person.email)
    await expect(rows).toHaveText([/Order/, /Deposit/, /Withdrawal/, /Verification/, /Loan/])
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pane.getByText('Held by: Spot order')).toBeVisible()
    await expect(userLinks(pane, person)).toHaveCount(2)
  })

  await test.step('an order is claimed and approved', async () => {
    await page.keyboard.press('c')
    await expect(pane.getByRole('status')).toContainText('You have been working on this since')
    await expect(rows.first()).toContainText('You')
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve and execute?' })
    await expect(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Order Approved')).toBeVisible()
  })

  await test.step('a user is opened from a case, and a case from the search, by keyboard', async () => {
    const user = page.getByRole('dialog', { name: /^Manage / })
    // The order has been decided and the next case is open.
    await expect(pane.getByText('Same file')).toBeVisible()
    const address = page.url()
    await page.keyboard.press('u')
    await expect(user.getByText(person.email)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(user).toBeHidden()
    expect(page.url()).toBe(address)
    await page.keyboard.press('/')
    await page.keyboard.type(person.email)
    // Pressed before the results arrive, it opens the first of them.
    await page.keyboard.press('Enter')
    await expect(user.getByText(person.email)).toBeVisible()
    await tabTo(page, user.getByRole('tab', { name: 'Account' }), TABS_MAX)
    await page.keyboard.press('End')
    const cases = user.getByRole('list', { name: 'Cases' })
    for (const kind of ['Order', 'Deposit', 'Withdrawal', 'Verification', 'Loan']) {
      await expect(cases.getByRole('link', { name: new RegExp(`^${kind}`) })).not.toHaveCount(0)
    }
    await expect(page).toHaveURL(/tab=cases/)
    await cases.getByRole('link', { name: /^Withdrawal/ }).click()
    await expect(pane.getByRole('heading', { level: 2 })).toContainText('Withdrawal of Demo User')
    await expect(page).toHaveURL(new RegExp(`case=withdrawal-${withdrawalId}`))
    await page.goBack()
    await expect(cases).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(withdrawalId)
    const found = page.getByRole('option')
    // The Enter that Safari sends when an input method ends.
    await page.getByRole('combobox').dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    await expect(found).toHaveText([/Withdrawal.*30.*Waiting/])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(user).toBeHidden()
    expect(page.url()).toBe(address)
    const waiting = page.getByRole('navigation', { name: 'Back office' })
    await expect(
      waiting.getByRole('link', { name: /^Withdrawals .*Waiting for.*\d/ }),
    ).toBeVisible()
  })

  await test.step('the next deposit opens automatically and shows a look-alike screenshot', async () => {
    await expect(pane.getByText('Another user has sent a proof like this.')).toBeVisible()
    await expect(pane.getByText('Same file')).toBeVisible()
    await expect(userLinks(pane, person)).toHaveCount(3)
    // The same screenshot, and the same amount.
    await expect(userLinks(pane, other)).toHaveCount(2)
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Reject deposit request' })
    // The field has the focus immediately.
    await expect(dialog.getByLabel('Rejection Reason')).toBeFocused()
    await page.keyboard.type('This proof was used already')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Deposit request rejected successfully')).toBeVisible()
  })

  await test.step('a withdrawal claimed by a colleague can be taken over', async () => {
    await expect(pane.getByText('Not claimed yet.')).toBeVisible()
    await colleague.api.call(claimReview, { ...theirs, body: {} })
    await expect(pane.getByRole('status')).toContainText(
      'Demo Colleague has been working on this since',
    )
    await expect(pane.getByText('Take it over to decide on it.')).toBeVisible()
    await expect(userLinks(pane, person)).toHaveCount(3)
    await page.keyboard.press('a')
    await pressIn(page, 'Take this case over?', 'Take over')
    await expect(pane.getByRole('status')).toContainText('You have been working on this since')
    await expect(colleague.api.call(claimReview, { ...theirs, body: {} })).rejects.toThrow(
      'review.claimed',
    )
    await page.keyboard.press('a')
    const approval = page.getByRole('dialog', { name: 'Approve withdraw request' })
    await expect(approval.getByText(WALLET.address, { exact: true })).toBeVisible()
    await tabTo(page, approval.getByRole('button', { name: 'Start sending' }), TABS_MAX)
    await page.keyboard.press('Enter')
    await expect(approval.getByRole('button', { name: 'Copy address' })).toBeFocused()
    await pressIn(page, 'Approve withdraw request', 'Approve')
    await expect(page.getByText('Withdraw request approved successfully')).toBeVisible()
  })

  await test.step('a verification shows earlier decisions', async () => {
    await expect(pane.getByText('•••-••-6789')).toBeVisible()
    const before = pane.getByRole('region', { name: 'Earlier decisions' })
    await expect(before).toContainText('This proof was used already')
    await expect(userLinks(pane, person)).toHaveCount(3)
    await page.keyboard.press('a')
    await pressIn(page, 'Approve this verification?', 'Approve')
    await expect(page.getByText('KYC request approved successfully')).toBeVisible()
  })

  await test.step('the loan is the last case', async () => {
    await expect(pane.getByText('A van')).toBeVisible()
    await expect(pane.getByText('60, Very Poor')).toBeVisible()
    await expect(pane.getByText('Open loans')).toBeVisible()
    await expect(userLinks(pane, person)).toHaveCount(4)
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Reject loan application' })
    await typeIn(page, dialog.getByLabel('Rejection Reason'), 'No income')
    await pressIn(page, 'Reject loan application', 'Reject')
    await pressIn(page, 'Reject this loan?', 'Reject')
    await expect(page.getByText('No pending request matches these filters.')).toBeVisible()
    await expect(pane.getByText('Select a case')).toBeVisible()
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts.getByText('Claim, give up or take over')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
  })
}

async function byTouch(page: Page, person: Person): Promise<void> {
  const { request } = await person.api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '25' },
    files: { screenshot: await photo() },
  })
  await person.api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '30', walletAddress: WALLET.address },
  })
  await page.goto(`/admin/reviews?case=deposit-${request.id}`)
  const pane = page.getByRole('region', { name: 'Case' })
  const waiting = page.getByRole('region', { name: 'Queue' })

  await test.step('a linked case fills the screen', async () => {
    const office = page.getByRole('navigation', { name: 'Back office' })
    await expect(office.getByRole('link', { name: /^Review desk .*waiting/ })).toBeVisible()
    const widthPx = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widthPx).toBe(page.viewportSize()?.width)
    await expect(pane.getByText('Not claimed yet.')).toBeVisible()
    await expect(waiting).toBeHidden()
    await pane.getByRole('link', { name: 'Back to the list' }).tap()
    await expect(pane).toBeHidden()
  })

  await test.step('a case is found in the list, claimed and approved', async () => {
    await waiting.getByLabel('Search users').fill(person.email)
    const row = waiting.getByRole('link', { name: /Deposit/ })
    await expect(row).toHaveCount(1)
    await row.tap()
    await pane.getByRole('button', { name: 'Claim' }).tap()
    await expect(pane.getByRole('button', { name: 'Give up claim' })).toBeVisible()
    await pane.getByRole('button', { name: 'Approve' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Approve deposit request' })
    // Turned to landscape, the case is longer than the screen even before it is loaded.
    await page.setViewportSize(LANDSCAPE)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await dialog.getByRole('button', { name: 'Approve' }).tap()
    await expect(page.getByText('Deposit request approved successfully')).toBeVisible()
  })

  await test.step('the next case opens at its heading, and the toast covers neither heading nor buttons', async () => {
    // A toast stays while it has the focus.
    await page.keyboard.press('F8')
    const toast = page.getByRole('region', { name: /^Notifications/ }).locator('> *')
    const head = pane.locator('header')
    await expect(head).toContainText('Withdrawal of')
    for (const size of [LANDSCAPE, PORTRAIT]) {
      await page.setViewportSize(size)
      await expect(head).toBeInViewport({ ratio: 1 })
      for (const part of [head, pane.getByRole('button', { name: 'Approve' })]) {
        expect(await overlapPx(toast, part)).toBeLessThanOrEqual(0)
      }
    }
    await pane.getByRole('button', { name: 'Approve' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Approve withdraw request' })
    const title = dialog.getByRole('heading', { name: 'Approve withdraw request' })
    await page.keyboard.press('F8')
    for (const size of [PORTRAIT, LANDSCAPE]) {
      await page.setViewportSize(size)
      expect(await overlapPx(toast, title)).toBeLessThanOrEqual(0)
    }
    await dialog.getByRole('button', { name: 'Start sending' }).tap()
    await dialog.getByRole('button', { name: 'Approve' }).tap()
    await expect(waiting.getByText('Nothing found')).toBeVisible()
  })
}

/** How far two parts of a page overlap vertically; if negative, the gap between them. */
async function overlapPx(one: Locator, other: Locator): Promise<number> {
  const [first, second] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!first || !second) throw new Error('One of the two is not shown.')
  const bottomPx = Math.min(first.y + first.height, second.y + second.height)
  return bottomPx - Math.max(first.y, second.y)
}

/** A case names its user in the heading, on the card of the user, and usually in the request. */
function userLinks(place: Locator, { user }: Person): Locator {
  return place.locator(`a[href*="user=${user.id}"]`).filter({ hasText: user.full_name })
}

/** Submits one request of each kind, with a screenshot that another user has already sent. */
async function submitEverything({ api }: Person, other: Person): Promise<string> {
  const proof = { screenshot: await screenshot(Date.now() % 10_000) }
  const image = await photo(64, 64)
  const deposit = { symbol: 'USDT', amount: '20' } as const
  await other.api.call(submitDeposit, { body: deposit, files: proof })
  const price = await reachedLimit(api)
  await api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price },
  })
  await api.call(submitDeposit, { body: deposit, files: proof })
  const { request } = await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '30', walletAddress: WALLET.address },
  })
  await api.call(submitKyc, {
    body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
  await api.call(submitLoan, { body: { amount: '500', purpose: 'A van', duration: 30 } })
  return request.id
}

/** Presses a button of a dialog by keyboard. */
async function pressIn(page: Page, dialog: string, button: string): Promise<void> {
  const place = page.getByRole('dialog', { name: dialog })
  await tabTo(page, place.getByRole('button', { name: button, exact: true }), TABS_MAX)
  await page.keyboard.press('Enter')
  await expect(place).toBeHidden()
}

async function typeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field, TABS_MAX)
  await page.keyboard.type(text)
}
