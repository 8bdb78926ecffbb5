import type { Units } from '#shared/money.ts'
import type { Market } from './market.ts'

/** A customer who trades one product and gets all that its rules permit. */
export interface Player {
  /** Called every second after the market has moved; only while the session is open to begin more. */
  act(isOpen: boolean): void
  /** True while something that was begun has no result yet. */
  readonly isBusy: boolean
  /**
   * What the trades so far were worth above what was paid for them, each at the moment at which it
   * was done: what the platform would lose if it hedged at once.
   */
  readonly profit: Units
  /** What it has traded, including what was refused at its execution. */
  readonly trades: number
}

/** One product of the platform, played against its real deciders. */
export interface Product {
  readonly name: string
  readonly play: (market: Market) => Player
}
