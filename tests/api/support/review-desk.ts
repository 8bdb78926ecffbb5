import { beforeAll, beforeEach } from 'vitest'
import { listReviews } from '#shared/contract/review-desk.ts'
import { offerAddress } from './addresses.ts'
import type { TestApp } from './app.ts'
import { bitcoinBecomes } from './market-price.ts'
import { type ReviewKind, SUBMIT } from './review-cases.ts'
import { newAdmin, type Person, renewed } from './traders.ts'

/** A server where requests of every kind can be submitted, and two members of staff at their desks. */
export async function openReviewDesk(world: TestApp) {
  const [first, second] = [await newAdmin(world), await newAdmin(world)]
  beforeAll(async () => {
    // The limit of the orders.
    await bitcoinBecomes(world, '50000')
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address })
  })
  /** Opens new sessions, because the clock passes the end of the old ones. */
  async function renewStaff(): Promise<void> {
    for (const person of [first, second]) Object.assign(person, await renewed(world, person))
  }
  beforeEach(renewStaff)

  const listOf = async (query: Record<string, string | number> = {}, by = first) =>
    (await by.client.call(listReviews, { query })).items
  return {
    first,
    second,
    renewStaff,
    listOf,
    submit: (kind: ReviewKind, user: Person) => SUBMIT[kind](user, { world, proposer: first }),
    searched: (person: Person, more: Record<string, string | number> = {}) =>
      listOf({ search: person.email, ...more }),
  }
}
