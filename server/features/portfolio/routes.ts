import { refuse } from '#server/events/decider.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { readPortfolio } from '#shared/contract/portfolio.ts'
import { formatUnits } from '#shared/money.ts'

/** The row that every balance line reads, whether or not the user ever had any. */
const QUOTE = 'USDT'

export function registerPortfolioRoutes(app: App, services: Services): void {
  const { pool } = services

  mount(app, services, readPortfolio, async ({ params, caller }) => {
    const isOwn = params.userId === caller.userId
    const owner = isOwn ? caller.userNo : await findUserNo(pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
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
}
