import {
  conversions as aggregate,
  type ConversionFacts,
  executeConversion,
  type Quote,
  quoteConversion,
} from '#server/features/conversions/decider.ts'
import { multiplyUnits, parseUnits, type Units } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import type { Market } from './market.ts'
import type { Player, Product } from './product.ts'

const WORTH = 50_000
const AVAILABLE = parseUnits('1000000')
const FIXED = { id: 'fixed', source: 'fixed', price: '1' }

/** The rate limit allows 30 quotes a minute; a quote can be confirmed for 14 whole seconds. */
const ASKS_EVERY_SECONDS = 2
const LAST_SECOND = 14

/** The gain, in USDT, that a player waits for while a quote is valid. */
const GAINS = [0.01, 50, 300]
/** The loss that a player who wants to convert accepts. */
const LOSS = -240

/** Converts even at a loss, so that confirmed quotes are executed. */
export const conversions: Product = {
  name: 'conversions',
  play: (market) => new Converter(market, LOSS),
}

/** Waits for a gain. The price has then nearly always moved too far. */
export const favourableConversions: Product = {
  name: 'favourable conversions',
  play: (market) => new Converter(market, market.oneOf(GAINS)),
}

interface OpenQuote {
  readonly quote: Quote
  readonly quotedAt: number
}

interface Confirmed {
  readonly quote: Quote
  readonly confirmedAt: Instant
}

/**
 * Requests a quote whenever that is allowed, in the direction in which other markets have already
 * moved, and confirms those that have become good enough there.
 */
class Converter implements Player {
  profit: Units = 0n
  trades = 0
  readonly #market: Market
  readonly #contentWith: number
  #open: OpenQuote | undefined
  #confirmed: Confirmed | undefined

  constructor(market: Market, contentWith: number) {
    this.#market = market
    this.#contentWith = contentWith
  }

  get isBusy(): boolean {
    return this.#confirmed !== undefined
  }

  act(isOpen: boolean): void {
    const { second, isTickNew } = this.#market
    if (this.#confirmed && isTickNew) this.#execute(this.#confirmed)
    if (this.#open && this.#isGood(this.#open)) this.#confirm(this.#open.quote)
    if (this.#open && second - this.#open.quotedAt >= LAST_SECOND) this.#open = undefined
    const mayAsk = isOpen && !this.#open && !this.#confirmed
    if (mayAsk && second % ASKS_EVERY_SECONDS === 0) this.#ask()
  }

  #ask(): void {
    const { price, elsewhere, second, at } = this.#market
    const isBuying = elsewhere === price ? this.#market.random() < 0.5 : elsewhere > price
    const [from, to] = isBuying ? ['USDT', 'BTC'] : ['BTC', 'USDT']
    const amount = isBuying ? String(WORTH) : (WORTH / price - 1e-6).toFixed(8)
    const asked = { id: `quote-${second}`, userId: 'player', from, to, amount }
    const quote = quoteConversion(asked, this.#factsAt(at))
    if (isRefusal(quote)) throw new Error(`no quote: ${quote.refused}`)
    this.#open = { quote, quotedAt: second }
  }

  #isGood({ quote: { given, received }, quotedAt }: OpenQuote): boolean {
    const { elsewhere } = this.#market
    const bitcoin = given.symbol === 'BTC' ? -Number(given.amount) : Number(received.amount)
    const tether = given.symbol === 'BTC' ? Number(received.amount) : -Number(given.amount)
    const gain = bitcoin * elsewhere + tether
    const isLast = this.#market.second - quotedAt >= LAST_SECOND
    return gain >= this.#contentWith || (gain > 0 && isLast)
  }

  #confirm(quote: Quote): void {
    this.#open = undefined
    // The tick of this second was already known.
    const confirmedAt = instantOf(epochMsOf(this.#market.at) + 1)
    this.#confirmed = { quote, confirmedAt }
    this.trades += 1
    this.#execute(this.#confirmed)
    this.#market.turn()
  }

  /** The owner cannot withdraw a confirmation. */
  #execute({ quote, confirmedAt }: Confirmed): void {
    const command = { userId: 'player', userNo: '1', quote }
    const done = executeConversion(aggregate.initial, command, this.#factsAt(confirmedAt))
    if (isRefusal(done) && done.refused === 'convert.awaiting_price') return
    this.#confirmed = undefined
    if (isRefusal(done)) return
    this.profit += this.#gainOf(quote)
  }

  /** Valued at the price on other markets, where the platform hedges. */
  #gainOf({ given, received }: Quote): Units {
    return this.#worthOf(received) - this.#worthOf(given)
  }

  #worthOf({ symbol, amount }: Quote['given']): Units {
    const units = parseUnits(amount)
    if (symbol === 'USDT') return units
    return multiplyUnits(units, parseUnits(this.#market.elsewhere.toFixed(8)), 'down')
  }

  #factsAt(at: Instant): ConversionFacts {
    const { tick } = this.#market
    return {
      at,
      available: AVAILABLE,
      tickOf: (symbol) => (symbol === 'BTC' ? tick : { ...FIXED, at }),
      terms: CONVERT_TERMS_DEFAULT,
      convertedToday: 0n,
    }
  }
}
