import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { expect, test } from './support/journey.ts'

test('a new result does not move anything on the home page', async ({ people, open }) => {
  await people.offer('USDT')
  const person = await people.customer()
  const { request } = await person.api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '20' },
    files: { screenshot: await photo() },
  })
  const page = await (await open(person)).newPage()
  await page.goto('/')
  const deposit = page.getByRole('button', { name: 'Deposit' })
  await expect(page.getByRole('button', { name: 'No new results' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Account' })).toBeVisible()
  const before = await deposit.boundingBox()
  const { api } = await people.staff()
  await api.call(reviewDeposit, { params: { id: request.id }, body: { action: 'approve' } })
  await expect(page.getByText('Deposits: 1 new result')).toBeAttached()
  expect(await deposit.boundingBox()).toEqual(before)
})
