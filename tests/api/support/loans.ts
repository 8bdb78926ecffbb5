import { expect } from 'vitest'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { cancelLoan, type Loan, listLoans, payLoan, submitLoan } from '#shared/contract/loans.ts'
import type { TestApp } from './app.ts'
import type { Request } from './client.ts'
import { newUser, type Person } from './traders.ts'

export type LoanBody = Partial<NonNullable<Request<typeof submitLoan>['body']>>

/** Applies for loans, cancels, reviews and repays them in one app. */
export function lending(world: TestApp, staff: () => Person) {
  const submit = (by: Person, body: LoanBody = {}, key?: string) =>
    by.client.send(submitLoan, {
      body: { amount: '1000', purpose: 'A van', duration: 30, ...body },
      files: {},
      ...(key ? { key } : {}),
    })
  const review = (
    id: string,
    body: NonNullable<Request<typeof reviewLoan>['body']>,
    by: Person = staff(),
  ) => by.client.send(reviewLoan, { params: { id }, body })
  const cancel = (by: Person, id: string, key?: string) =>
    by.client.send(cancelLoan, { params: { id }, ...(key ? { key } : {}) })
  const pay = (by: Person, id: string, total?: string, key?: string) =>
    by.client.insist(payLoan, {
      params: { id },
      body: total === undefined ? {} : { total },
      ...(key ? { key } : {}),
    })
  const own = (by: Person) =>
    by.client.call(listLoans, { params: { userId: by.userId }, query: {} })

  async function borrower(body: LoanBody = {}): Promise<{ user: Person; loan: Loan }> {
    const user = await newUser(world)
    const { body: response } = await submit(user, body)
    expect((await review(response.loan.id, { action: 'approve' })).status).toBe(200)
    return { user, loan: response.loan }
  }

  return { submit, cancel, review, pay, own, borrower }
}
