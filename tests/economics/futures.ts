import { settleFutures } from '#server/features/futures/decide-settlement.ts'
import { futures as aggregate, type FuturesState } from '#server/features/futures/decider.ts'
import { enterFutures, requestFutures } from '#server/features/futures/entry-decider.ts'
import { parseUnits, type Units } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { FUTURES_LIMITS_DEFAULT, FUTURES_TERMS, type FuturesSide } from '#shared/rules/futures.ts'
import { type Market, VOLATILITY_A_SECOND } from './market.ts'
import type { Player, Product } from './product.ts'

const STAKE = FUTURES_LIMITS_DEFAULT.stakeMaximum
const AVAILABLE = parseUnits('1000000')
/** At most one request per this time, so that sessions stay comparable. */
const PAUSE_SECONDS = 20
/**
 * How far the price on other markets must be ahead: one and a half standard deviations of a second.
 */
const AHEAD = 1.5 * VOLATILITY_A_SECOND

/** Trades on what the price does elsewhere before the platform has recorded it. */
export const futures: Product = {
  name: 'futures',
  play: (market) => new Speculator(market),
}

interface Trade {
  readonly state: FuturesState
  /** The first second whose tick may enter or settle it. */
  readonly dueSecond: number
}

class Speculator implements Player {
  profit: Units = 0n
  trades = 0
  readonly #market: Market
  /** Some players follow what they see, and some bet against it. */
  readonly #follows: boolean
  #open: readonly Trade[] = []
  #lastSecond = 0

  constructor(market: Market) {
    this.#market = market
    this.#follows = market.random() < 0.75
  }

  get isBusy(): boolean {
    return this.#open.length > 0
  }

  act(isOpen: boolean): void {
    if (this.#market.isTickNew) this.#open = this.#open.flatMap((trade) => this.#advance(trade))
    if (isOpen && this.#isTempting()) this.#request()
  }

  #isTempting(): boolean {
    const { second, elsewhere, price } = this.#market
    if (second - this.#lastSecond < PAUSE_SECONDS) return false
    return Math.abs(elsewhere / price - 1) > AHEAD || second - this.#lastSecond > 2 * PAUSE_SECONDS
  }

  #request(): void {
    const market = this.#market
    this.#lastSecond = market.second
    const { at, recent } = market
    const asked = requestFutures(
      {
        userId: 'player',
        userNo: '1',
        symbol: 'BTC/USDT',
        side: this.#side(),
        amount: STAKE,
        durationSeconds: market.oneOf(FUTURES_TERMS).durationSeconds,
      },
      {
        at,
        available: AVAILABLE,
        limits: FUTURES_LIMITS_DEFAULT,
        userOpen: parseUnits(STAKE) * BigInt(this.#open.length),
        symbolOwed: 0n,
        hasPrice: true,
        recent,
      },
    )
    if (isRefusal(asked)) return
    market.turn()
    const state = aggregate.evolve(aggregate.initial, asked)
    this.#open = [...this.#open, { state, dueSecond: market.second + 1 }]
  }

  #side(): FuturesSide {
    const { elsewhere, price } = this.#market
    const isAbove = elsewhere === price ? this.#market.random() < 0.5 : elsewhere > price
    return isAbove === this.#follows ? 'long' : 'short'
  }

  /** Enters or settles a trade that is due at this tick. Finished trades are left out. */
  #advance(trade: Trade): Trade[] {
    const { second } = this.#market
    if (second < trade.dueSecond) return [trade]
    const { tick, at, recent } = this.#market
    const { state } = trade
    const decided =
      state.status === 'opening'
        ? enterFutures(state, { at, next: tick, recordsPrices: true })
        : settleFutures(state, { at, before: recent[1] ?? null, after: tick, recordsPrices: true })
    if (isRefusal(decided)) throw new Error(`not decided: ${decided.refused}`)
    const next = aggregate.evolve(state, decided)
    if (next.status === 'active') {
      return [{ state: next, dueSecond: second + state.durationSeconds }]
    }
    if (decided.type === 'FuturesSettled') {
      this.profit += parseUnits(decided.data.won.amount) - parseUnits(decided.data.lost.amount)
      this.trades += 1
    }
    return []
  }
}
