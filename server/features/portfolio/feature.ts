import { ownerOf } from '#server/facts/user-numbers.ts'
import { defineFeature, type Features } from '#server/feature.ts'
import { formatBalance } from '#server/ledger/balances.ts'
import { batchPortfolios } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { readHeldAt } from '#server/queries/balance-history.ts'
import type { Services } from '#server/services.ts'
import {
  listHolds,
  readDayAgo,
  readPortfolio,
  readPortfolioHistory,
  sumHolds,
} from '#shared/contract/portfolio.ts'
import { formatUnits } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import { DAY_MS } from '#shared/time.ts'
import { readHolds, sumOfHolds } from './holds.ts'
import { readValueHistory } from './value-history.ts'

/** The row that every balance line reads, even if the user never had any. */
const QUOTE = 'USDT'

export const portfolioFeature = defineFeature({
  name: 'portfolio',
  routes: registerPortfolioRoutes,
})

function registerPortfolioRoutes(app: App, services: Services, { aggregates }: Features): void {
  const { pool } = services
  const readPortfolioOf = batchPortfolios(pool)

  mount(app, services, readPortfolio, async ({ params, caller }) => {
    const owner = await ownerOf(pool, params.userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    const held = await readPortfolioOf(owner)
    const hasQuote = held.some(({ symbol }) => symbol === QUOTE)
    const rows = hasQuote ? held : [{ symbol: QUOTE, available: 0n, frozen: 0n }, ...held]
    return rows.map((row) => ({ user_id: params.userId, ...formatBalance(row) }))
  })

  mount(app, services, readDayAgo, async ({ params, caller }) => {
    const owner = await ownerOf(pool, params.userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    const held = await readHeldAt(pool, owner, [services.clock.now() - DAY_MS])
    return held.map(({ symbol, amount }) => ({ symbol, amount: formatUnits(amount) }))
  })

  mount(app, services, readPortfolioHistory, async ({ params, query, caller }) => {
    const owner = await ownerOf(pool, params.userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    return readValueHistory(services, owner, query.range)
  })

  mount(app, services, listHolds, async ({ params, query, caller }) => {
    const owner = await ownerOf(pool, params.userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    return readHolds(services, aggregates, { owner, ...query })
  })

  mount(app, services, sumHolds, async ({ params, caller }) => {
    const owner = await ownerOf(pool, params.userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    return sumOfHolds(pool, aggregates, owner)
  })
}
