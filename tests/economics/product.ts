import type { Units } from '#shared/money.ts'
import type { Market } from './market.ts'

/** A customer who trades one product and uses everything that its rules permit. */
export interface Player {
  /**
   * Called every second after the market has moved. New trades may begin only while the session is
   * open.
   */
  act(isOpen: boolean): void
  /** True while a trade has no result yet. */
  readonly isBusy: boolean
  /**
   * The value of the trades so far minus the amounts paid for them, each at the time of the trade.
   * This is what the platform would lose if it hedged at once.
   */
  readonly profit: Units
  /** The number of trades, including those refused at execution. */
  readonly trades: number
}

/** One product of the platform, played against its real deciders. */
export interface Product {
  readonly name: string
  readonly play: (market: Market) => Player
}
