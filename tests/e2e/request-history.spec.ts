import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { expect, test } from './support/journey.ts'
import { type Person, WALLET } from './support/people.ts'

/** The number of requests that a history loads at a time. */
const PAGE = 50

test('a staff history loads page by page and shows as many requests as its tab counts', {
  tag: '@desktop',
}, async ({ people, open }) => {
  const person = await people.customer({ USDT: '300' })
  const staff = await people.staff()
  for (let rejected = 0; rejected <= PAGE; rejected += 1) await rejectOne(person, staff)
  const page = await (await open(staff)).newPage()
  await page.goto('/admin/users?open=withdraw-history')
  const dialog = page.getByRole('dialog', { name: 'Withdraw History' })
  const tab = dialog.getByRole('tab', { name: /^Rejected \(\d+\)$/ })
  await tab.click()
  const cards = dialog.getByRole('tabpanel').getByRole('listitem')
  await expect(cards).toHaveCount(PAGE)
  await dialog.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  const counted = Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0])
  expect(counted).toBeGreaterThan(PAGE)
  await expect(cards).toHaveCount(counted)
  await expect(dialog.getByRole('button', { name: 'Show more' })).toBeHidden()
})

async function rejectOne({ api }: Person, staff: Person): Promise<void> {
  const { request } = await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '5', walletAddress: WALLET.address },
  })
  await staff.api.call(reviewWithdrawal, {
    params: { id: request.id },
    body: { action: 'reject' },
  })
}
