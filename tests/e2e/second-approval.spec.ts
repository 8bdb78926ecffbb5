import type { Page } from '@playwright/test'
import { submitLoan } from '#shared/contract/loans.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { expect, test } from './support/journey.ts'

const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

test('a large withdrawal needs two approvals', { tag: '@desktop' }, async ({ people, open }) => {
  const person = await people.customer({ USDT: '20000' })
  await people.fund(person, 'USDT', '20000')
  const body = { symbol: 'USDT', amount: '30000', walletAddress: WALLET } as const
  const { request } = await person.api.call(submitWithdrawal, { body })
  const colleague = await people.colleague()
  const first = await (await open(await people.staff())).newPage()
  const second = await (await open(colleague)).newPage()

  await test.step('the first approval shows that a second one is needed', async () => {
    const request = await requestOf(first, person.email)
    await expect(request.getByText('Two approvals')).toBeVisible()
    await request.getByRole('button', { name: 'Approve' }).click()
    const review = first.getByRole('dialog', { name: 'Approve withdraw request' })
    await expect(review.getByText('A second person must approve it as well')).toBeVisible()
    await expect(review.getByText('Withdrawal screenshot')).toHaveCount(0)
    await review.getByLabel('Admin Notes').fill('Checked by phone')
    await review.getByRole('button', { name: 'Approve' }).click()
    await expect(
      first.getByText('Approved. A second person must approve it as well before it takes effect.'),
    ).toBeVisible()
    await expect(request.getByText('Awaits second approval')).toBeVisible()
    await expect(request.getByRole('button', { name: 'Approved by you' })).toBeDisabled()
  })

  await test.step('the approval key says that a second approval is needed, and moves on to the next case', async () => {
    await person.api.call(submitLoan, { body: { amount: '500', purpose: 'A van', duration: 30 } })
    const queue = new URLSearchParams({ search: person.email, case: `withdrawal-${request.id}` })
    await first.goto(`/admin/reviews?${queue}`)
    const pane = first.getByRole('region', { name: 'Case' })
    await expect(pane.getByRole('button', { name: 'Approved by you' })).toBeDisabled()
    // Only a person who can decide may claim it.
    await expect(pane.getByRole('button', { name: 'Claim' })).toHaveCount(0)
    await expect(first.getByRole('link', { name: /^Loan 500/ })).toBeVisible()
    await first.keyboard.press('a')
    await expect(first.getByText('Already approved by you')).toBeVisible()
    await expect(first.getByRole('dialog')).toHaveCount(0)
    await expect(pane.getByText('A van')).toBeVisible()
  })

  await test.step('a colleague sees the first approval and gives the second', async () => {
    const request = await requestOf(second, person.email)
    await expect(request.getByText('Awaits second approval')).toBeVisible()
    await expect(request.getByText('Checked by phone')).toBeVisible()
    await request.getByRole('button', { name: 'Approve' }).click()
    const review = second.getByRole('dialog', { name: 'Approve withdraw request' })
    await expect(review.getByText('Yours is the second approval')).toBeVisible()
    await review.getByRole('button', { name: 'Start sending' }).click()
    await expect(review.getByText('Withdrawal screenshot')).toBeVisible()
    await review.getByRole('button', { name: 'Approve' }).click()
    await expect(second.getByText('Withdraw request approved successfully')).toBeVisible()
  })

  await test.step('the user sees the approval', async () => {
    const page = await (await open(person)).newPage()
    await page.goto('/?open=transaction-history')
    const entry = page.getByRole('listitem').filter({ hasText: 'Withdraw' })
    await expect(entry.getByText('Approved')).toBeVisible()
  })
})

/** The card of a user's pending request. */
async function requestOf(page: Page, email: string) {
  await page.goto('/admin/users?open=withdraw-requests')
  const dialog = page.getByRole('dialog', { name: 'Withdraw Requests' })
  return dialog.getByRole('listitem').filter({ hasText: email })
}
