import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits } from '#shared/money.ts'
import { conversions, favourableConversions } from './conversions.ts'
import { futures } from './futures.ts'
import { Market, type MarketPlan, marketPlan } from './market.ts'
import type { Product } from './product.ts'
import { limitOrders, marketOrders } from './spot-orders.ts'

const SESSIONS = 10_000
const SESSION_SECONDS = 120
const SEED = 26
/** The first product plays all sessions. */
const TIMEOUT_MS = 600_000

const PRODUCTS: readonly Product[] = [
  conversions,
  favourableConversions,
  limitOrders,
  marketOrders,
  futures,
]

const TOGETHER = 'all together'

describe('a player who sees every tick and uses every permitted move has no profit on average', () => {
  // Every session is played once, by players who act independently.
  const plans = fc.sample(marketPlan, { numRuns: SESSIONS, seed: SEED })
  const sessions = new Map<string, Session[]>()

  test.each([...PRODUCTS.map(({ name }) => name), TOGETHER])(
    'from %s',
    { timeout: TIMEOUT_MS },
    (name) => {
      if (sessions.size === 0) for (const plan of plans) playSession(plan, sessions)
      const { mean, error, trades } = report(name, sessions)
      expect(trades).toBeGreaterThan(SESSIONS / 10)
      expect(mean).toBeLessThanOrEqual(3 * error)
    },
  )
})

function report(name: string, sessions: ReadonlyMap<string, readonly Session[]>) {
  const figures = figuresOf(sessions.get(name) ?? [])
  const { mean, error, best, trades } = figures
  process.stdout.write(
    `Economics of ${name}: ${SESSIONS} sessions, ${trades} trades, mean profit ` +
      `${mean.toFixed(2)} USDT, standard error ${error.toFixed(2)}, best ${best.toFixed(2)}\n`,
  )
  return figures
}

interface Session {
  readonly profit: number
  readonly trades: number
}

/** One session with a player of each product. Trades begun in it are played to their end. */
function playSession(plan: MarketPlan, sessions: Map<string, Session[]>): void {
  const market = new Market(plan)
  const players = PRODUCTS.map(({ name, play }) => ({ name, player: play(market) }))
  const isOpen = () => market.second < SESSION_SECONDS
  while (isOpen() || players.some(({ player }) => player.isBusy)) {
    market.pass()
    for (const { player } of players) player.act(isOpen())
  }
  const results = players.map(({ name, player: { profit, trades } }) => {
    const session = { profit: Number(formatUnits(profit)), trades }
    add(sessions, name, session)
    return session
  })
  add(sessions, TOGETHER, {
    profit: results.reduce((sum, { profit }) => sum + profit, 0),
    trades: results.reduce((sum, { trades }) => sum + trades, 0),
  })
}

function add(sessions: Map<string, Session[]>, name: string, session: Session): void {
  const known = sessions.get(name)
  if (known) known.push(session)
  else sessions.set(name, [session])
}

/** The mean profit of a session in USDT, and its standard error. */
function figuresOf(sessions: readonly Session[]) {
  const profits = sessions.map(({ profit }) => profit)
  const mean = profits.reduce((sum, each) => sum + each, 0) / profits.length
  const squares = profits.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return {
    mean,
    error: Math.sqrt(squares / (profits.length - 1) / profits.length),
    best: profits.reduce((best, each) => Math.max(best, each), profits[0] ?? 0),
    trades: sessions.reduce((sum, { trades }) => sum + trades, 0),
  }
}
