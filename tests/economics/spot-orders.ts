import {
  spotOrders as aggregate,
  approveSpotOrder,
  cancelSpotOrder,
  type SpotOrderState,
} from '#server/features/spot-orders/decider.ts'
import {
  type PlaceSpotOrder,
  placeSpotOrder,
} from '#server/features/spot-orders/placement-decider.ts'
import { multiplyUnits, parseUnits, type Units } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import type { Market } from './market.ts'
import type { Player, Product } from './product.ts'

const AVAILABLE = parseUnits('1000000')
const ORDERS_EVERY_SECONDS = 10

/** A reviewer looks at an order after this many seconds, and again until it is decided. */
const REVIEW_SECONDS = [3, 10, 30, 60]
/** A player cancels an order that waits longer than this. */
const PATIENCE_SECONDS = 60

/** How far from the market a limit is, in percent: some are hopeless, some are reached at once. */
const LIMIT_DISTANCES = [-50, -3, -1, -0.1, 0, 0.1, 1, 3, 50]

/** How far below the market price a fill may be, in USDT. Players cancel worse orders. */
const CONTENT_WITH = [0.01, 0, -60, -1_000]

/**
 * Places limit orders around the market, and cancels those that became unfavourable before a
 * review.
 */
export const limitOrders: Product = {
  name: 'limit orders',
  play: (market) =>
    new Trader(market, {
      choose: () => {
        const percent = market.oneOf(LIMIT_DISTANCES)
        const price = (market.price * (1 + percent / 100)).toFixed(2)
        return { side: sideOf(market), orderType: 'limit', amount: '1', price }
      },
      executesAt: ({ price }) => Number(price),
    }),
}

/**
 * Places orders at the displayed price, for an amount or for a sum to spend, and cancels
 * unfavourable ones. Some players compare the quote with the price on other markets, and others
 * compare the platform's last price.
 */
export const marketOrders: Product = {
  name: 'market orders',
  play: (market) => {
    const fromQuote = market.random() < 0.5
    return new Trader(market, {
      choose: () => {
        const side = sideOf(market)
        const isMax = side === 'buy' && market.random() < 0.5
        const size = isMax ? { spend: market.price.toFixed(2) } : { amount: '1' }
        return { side, orderType: 'market', price: market.tick.price, ...size }
      },
      executesAt: ({ price }) => (fromQuote ? Number(price) : market.price),
    })
  },
}

function sideOf(market: Market): 'buy' | 'sell' {
  return market.random() < 0.5 ? 'buy' : 'sell'
}

interface Strategy {
  readonly choose: () => Pick<PlaceSpotOrder, 'side' | 'orderType' | 'amount' | 'spend' | 'price'>
  /** The price at which the player expects a review to execute the order. */
  readonly executesAt: (order: SpotOrderState) => number
}

interface Placed {
  readonly state: SpotOrderState
  readonly placedAt: number
  readonly reviewEvery: number
  /** When a reviewer approved; absent until then, and if the approval was refused. */
  readonly approvedAt?: Instant | undefined
}

class Trader implements Player {
  profit: Units = 0n
  trades = 0
  readonly #market: Market
  readonly #strategy: Strategy
  readonly #contentWith: number
  #waiting: readonly Placed[] = []

  constructor(market: Market, strategy: Strategy) {
    this.#market = market
    this.#strategy = strategy
    this.#contentWith = market.oneOf(CONTENT_WITH)
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  /** Its owner may cancel an order even while an approval of it waits for the next price. */
  act(isOpen: boolean): void {
    this.#waiting = this.#waiting
      .filter((order) => !this.#isCancelled(order))
      .flatMap((order) => this.#review(order))
    if (isOpen && this.#market.second % ORDERS_EVERY_SECONDS === 0) this.#place()
  }

  #place(): void {
    const { tick, at, second } = this.#market
    const user = { userId: 'player', userNo: '1', symbol: 'BTC/USDT' } as const
    const placed = placeSpotOrder(
      { ...user, ...this.#strategy.choose() },
      { at, available: () => AVAILABLE, current: tick, quotable: [tick] },
    )
    if (isRefusal(placed)) throw new Error(`no order: ${placed.refused}`)
    const state = aggregate.evolve(aggregate.initial, placed)
    const reviewEvery = this.#market.oneOf(REVIEW_SECONDS)
    this.#waiting = [...this.#waiting, { state, placedAt: second, reviewEvery }]
  }

  #isCancelled({ state, placedAt }: Placed): boolean {
    const { second, elsewhere } = this.#market
    const above = elsewhere - this.#strategy.executesAt(state)
    const gain = state.side === 'buy' ? above : -above
    const isBad = gain < this.#contentWith
    if (!isBad && second - placedAt < PATIENCE_SECONDS) return false
    this.#market.turn()
    return !isRefusal(cancelSpotOrder(state, { userId: 'player', at: this.#market.at }))
  }

  /** The orders that a review leaves waiting. */
  #review(order: Placed): Placed[] {
    const { second, isTickNew } = this.#market
    const { placedAt, reviewEvery, state } = order
    // An approval that waits for the next price is retried only when a new price arrives.
    const isDue = order.approvedAt
      ? isTickNew
      : second !== placedAt && (second - placedAt) % reviewEvery === 0
    if (!isDue) return [order]
    const { tick, at } = this.#market
    // The tick of this second was already known.
    const approvedAt = order.approvedAt ?? instantOf(epochMsOf(at) + 1)
    const facts = { reviewerId: 'reviewer', at: approvedAt, worth: null, live: tick }
    const approved = approveSpotOrder(state, facts)
    if (isRefusal(approved)) {
      const waits = approved.refused === 'order.awaiting_price'
      return [{ ...order, approvedAt: waits ? approvedAt : undefined }]
    }
    if (approved.type !== 'SpotOrderExecuted') throw new Error(`not executed: ${approved.type}`)
    const { spent, received } = approved.data
    this.profit += this.#worthOf(received) - this.#worthOf(spent)
    this.trades += 1
    return []
  }

  /** Valued at the price on other markets, where the platform hedges. */
  #worthOf({ symbol, amount }: { readonly symbol: string; readonly amount: string }): Units {
    const units = parseUnits(amount)
    if (symbol === 'USDT') return units
    return multiplyUnits(units, parseUnits(this.#market.elsewhere.toFixed(8)), 'down')
  }
}
