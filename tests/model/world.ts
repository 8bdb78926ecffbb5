import type { RecordedTick } from '#server/events/event-definition.ts'
import { isStablecoin } from '#shared/assets.ts'
import type { Decimal, Units } from '#shared/money.ts'
import { isFresh } from '#shared/rules/prices.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'

export interface ModelUser {
  readonly userId: string
  readonly userNo: bigint
}

/** Only a few users, so that commands conflict. */
export const USERS: readonly ModelUser[] = [1n, 2n, 3n].map((userNo) => ({
  userId: `01890000-0000-7000-8000-00000000000${userNo}`,
  userNo,
}))

/** The second reviewer is also a customer, who must not review their own requests. */
export const REVIEWERS = ['01890000-0000-7000-8000-0000000000aa', USERS[0]?.userId ?? ''] as const

export interface Item {
  readonly id: string
  readonly owner: ModelUser
}

const START = '2026-01-01T00:00:00.000Z'

/** What commands depend on: a clock, a market, balances, and the items opened so far. */
export class World {
  readonly readAvailable: (userNo: bigint, symbol: string) => Promise<Units>
  /** The total of open items under a name. */
  readonly readClaims: (name: string) => Promise<Units>
  readonly #items = new Map<string, Item[]>()
  readonly #ticks = new Map<string, RecordedTick[]>()
  #nowMs = epochMsOf(START)
  #numbered = 0

  constructor({ readAvailable, readClaims }: Pick<World, 'readAvailable' | 'readClaims'>) {
    this.readAvailable = readAvailable
    this.readClaims = readClaims
    this.observe('BTC', '60000')
    this.observe('ETH', '2500')
  }

  get nowMs(): number {
    return this.#nowMs
  }

  get at(): Instant {
    return instantOf(this.#nowMs)
  }

  pass(ms: number): void {
    this.#nowMs += ms
  }

  /** Records a market price. */
  observe(symbol: string, price: Decimal): void {
    const tick = { id: this.newId(), source: 'model', price, at: this.at }
    this.ticksOf(symbol).push(tick)
  }

  /** Every price of an asset, oldest first. */
  ticksOf(symbol: string): RecordedTick[] {
    return listIn(this.#ticks, symbol)
  }

  current(symbol: string): RecordedTick | undefined {
    if (isStablecoin(symbol)) return { id: 'fixed', source: 'fixed', price: '1', at: this.at }
    const last = this.ticksOf(symbol).at(-1)
    return last && isFresh(epochMsOf(last.at), this.#nowMs) ? last : undefined
  }

  itemsOf(kind: string): Item[] {
    return listIn(this.#items, kind)
  }

  newId(): string {
    this.#numbered += 1
    return `01890000-0000-7000-9000-${this.#numbered.toString(16).padStart(12, '0')}`
  }
}

function listIn<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}
