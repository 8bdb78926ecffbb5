import {
  spotOrders as aggregate,
  approveSpotOrder,
  cancelSpotOrder,
  placeSpotOrder,
  type SpotOrderState,
} from '#server/features/spot-orders/decider.ts'
import { multiplyUnits, parseUnits, type Units } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import type { Market } from './market.ts'
import type { Player, Product } from './product.ts'

const AMOUNT = '1'
const AVAILABLE = parseUnits('1000000')
const ORDERS_EVERY_SECONDS = 20

/** A reviewer looks at an order after this many seconds, and again until it is decided. */
const REVIEW_SECONDS = [3, 10, 30, 60]
/** A player cancels an order that waits longer than this. */
const PATIENCE_SECONDS = 60

/** How far from the market a limit is, in percent: some are hopeless, some are reached at once. */
const LIMIT_DISTANCES = [-50, -3, -1, -0.1, 0, 0.1, 1, 3, 50]

/** How much less than the market's price a fill may bring, in USDT; players cancel what is worse. */
const CONTENT_WITH = [0, 0, -60, -1_000]

/** Places limit orders around the market, and cancels those that turned out badly before a review. */
export const limitOrders: Product = {
  name: 'limit orders',
  play: (market) =>
    new Trader(market, () => {
      const percent = market.oneOf(LIMIT_DISTANCES)
      return { orderType: 'limit', price: (market.price * (1 + percent / 100)).toFixed(2) }
    }),
}

/** Places orders at the price that is shown, and cancels those that turned out badly. */
export const marketOrders: Product = {
  name: 'market orders',
  play: (market) => new Trader(market, () => ({ orderType: 'market', price: market.tick.price })),
}

interface Terms {
  readonly orderType: 'market' | 'limit'
  readonly price: string
}

interface Placed {
  readonly state: SpotOrderState
  readonly price: number
  readonly placedAt: number
  readonly reviewEvery: number
}

class Trader implements Player {
  profit: Units = 0n
  trades = 0
  readonly #market: Market
  readonly #choose: () => Terms
  readonly #contentWith: number
  #waiting: readonly Placed[] = []

  constructor(market: Market, choose: () => Terms) {
    this.#market = market
    this.#choose = choose
    this.#contentWith = market.oneOf(CONTENT_WITH)
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  act(isOpen: boolean): void {
    this.#waiting = this.#waiting.filter((order) => !this.#isCancelled(order))
    this.#waiting = this.#waiting.filter((order) => !this.#isExecuted(order))
    if (isOpen && this.#market.second % ORDERS_EVERY_SECONDS === 0) this.#place()
  }

  #place(): void {
    const { tick, at, second } = this.#market
    const { orderType, price } = this.#choose()
    const side = this.#market.random() < 0.5 ? 'buy' : 'sell'
    const placed = placeSpotOrder(
      {
        userId: 'player',
        userNo: '1',
        symbol: 'BTC/USDT',
        side,
        orderType,
        amount: AMOUNT,
        price,
      },
      { at, available: () => AVAILABLE, current: tick, quotable: [tick] },
    )
    if (isRefusal(placed)) throw new Error(`no order: ${placed.refused}`)
    const state = aggregate.evolve(aggregate.initial, placed)
    const reviewEvery = this.#market.oneOf(REVIEW_SECONDS)
    this.#waiting = [
      ...this.#waiting,
      { state, price: Number(price), placedAt: second, reviewEvery },
    ]
  }

  #isCancelled({ state, price, placedAt }: Placed): boolean {
    const { second } = this.#market
    const above = this.#market.price - price
    const gain = state.side === 'buy' ? above : -above
    const isBad = gain < this.#contentWith
    if (!isBad && second - placedAt < PATIENCE_SECONDS) return false
    return !isRefusal(cancelSpotOrder(state, { userId: 'player', at: this.#market.at }))
  }

  #isExecuted({ state, placedAt, reviewEvery }: Placed): boolean {
    const { second } = this.#market
    if (second === placedAt || (second - placedAt) % reviewEvery !== 0) return false
    const { tick, at } = this.#market
    const facts = { reviewerId: 'reviewer', at, worth: null, live: tick }
    const approved = approveSpotOrder(state, facts)
    if (isRefusal(approved)) return false
    if (approved.type !== 'SpotOrderExecuted') throw new Error(`not executed: ${approved.type}`)
    const { spent, received } = approved.data
    const worth = ({ symbol, amount }: typeof spent) =>
      symbol === 'USDT'
        ? parseUnits(amount)
        : multiplyUnits(parseUnits(amount), parseUnits(tick.price), 'down')
    this.profit += worth(received) - worth(spent)
    this.trades += 1
    return true
  }
}
