import type { AnyAggregate } from '#server/events/decider.ts'
import { readBalances } from '#server/ledger/balances.ts'
import type { Caller } from '#server/platform/caller.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { listHolds, readPortfolio, readPortfolioHistory } from '#shared/contract/portfolio.ts'
import { formatUnits } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { readHolds } from './holds.ts'
import { readValueHistory } from './value-history.ts'

/** The row that every balance line reads, whether or not the user ever had any. */
const QUOTE = 'USDT'

/** @param aggregates every kind of stream: each says what it holds frozen */
export function registerPortfolioRoutes(
  app: App,
  services: Services,
  aggregates: readonly AnyAggregate[],
): void {
  const { pool } = services

  mount(app, services, readPortfolio, async ({ params, caller }) => {
    const owner = await ownerOf(params.userId, caller)
    if (typeof owner === 'object') return owner
    const held = await readBalances(pool, owner)
    const hasQuote = held.some(({ symbol }) => symbol === QUOTE)
    const rows = hasQuote ? held : [{ symbol: QUOTE, available: 0n, frozen: 0n }, ...held]
    return rows.map(({ symbol, available, frozen }) => ({
      user_id: params.userId,
      symbol,
      available: formatUnits(available),
      frozen: formatUnits(frozen),
    }))
  })

  mount(app, services, readPortfolioHistory, async ({ params, query, caller }) => {
    const owner = await ownerOf(params.userId, caller)
    return typeof owner === 'object' ? owner : await readValueHistory(services, owner, query.range)
  })

  mount(app, services, listHolds, async ({ params, caller }) => {
    const owner = await ownerOf(params.userId, caller)
    return typeof owner === 'object' ? owner : await readHolds(services, aggregates, owner)
  })

  async function ownerOf(userId: string, caller: Caller): Promise<bigint | Refusal> {
    if (userId === caller.userId) return caller.userNo
    return (await findUserNo(pool, userId)) ?? refuse('item.unknown')
  }
}
