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
import type { Market } from './market.ts'
import type { Player, Product } from './product.ts'

const WORTH = 50_000
const AVAILABLE = parseUnits('1000000')
const FIXED = { id: 'fixed', source: 'fixed', price: '1' }

/** The rate limit allows 30 quotes a minute; a quote can be confirmed for 14 whole seconds. */
const ASKS_EVERY_SECONDS = 2
const LAST_SECOND = 14

/** What a player waits for while a quote holds, in USDT. Some take a loss, because they want to convert. */
const CONTENT_WITH = [0.01, 50, 300, -240]

/** Asks for a quote whenever that is allowed, and confirms those that have become good enough. */
export const conversions: Product = {
  name: 'conversions',
  play: (market) => new Converter(market),
}

interface OpenQuote {
  readonly quote: Quote
  readonly quotedAt: number
  readonly quotedPrice: number
}

class Converter implements Player {
  readonly isBusy = false
  profit: Units = 0n
  trades = 0
  readonly #market: Market
  readonly #contentWith: number
  #open: OpenQuote | undefined

  constructor(market: Market) {
    this.#market = market
    this.#contentWith = market.oneOf(CONTENT_WITH)
  }

  act(isOpen: boolean): void {
    const { second } = this.#market
    if (this.#open && this.#isGood(this.#open)) this.#confirm(this.#open.quote)
    if (this.#open && second - this.#open.quotedAt >= LAST_SECOND) this.#open = undefined
    if (isOpen && !this.#open && second % ASKS_EVERY_SECONDS === 0) this.#ask()
  }

  #ask(): void {
    const { price, second } = this.#market
    const isBuying = this.#market.random() < 0.5
    const [from, to] = isBuying ? ['USDT', 'BTC'] : ['BTC', 'USDT']
    const amount = isBuying ? String(WORTH) : (WORTH / price - 1e-6).toFixed(8)
    const asked = { id: `quote-${second}`, userId: 'player', from, to, amount }
    const quote = quoteConversion(asked, this.#facts())
    if (isRefusal(quote)) throw new Error(`no quote: ${quote.refused}`)
    this.#open = { quote, quotedAt: second, quotedPrice: price }
  }

  #isGood({ quote, quotedAt, quotedPrice }: OpenQuote): boolean {
    const { price, second } = this.#market
    const change = quote.given.symbol === 'USDT' ? price / quotedPrice : quotedPrice / price
    const cost = Number(quote.spreadPercent ?? 0) / 100
    const gain = WORTH * (change * (1 - cost) - 1)
    return gain >= this.#contentWith || (gain > 0 && second - quotedAt >= LAST_SECOND)
  }

  #confirm(quote: Quote): void {
    this.#open = undefined
    const facts = this.#facts()
    const command = { userId: 'player', userNo: '1', quote }
    const done = executeConversion(aggregate.initial, command, facts)
    if (isRefusal(done)) return
    const worth = ({ symbol, amount }: Quote['given']) =>
      multiplyUnits(parseUnits(amount), parseUnits(facts.tickOf(symbol)?.price ?? '0'), 'down')
    this.profit += worth(quote.received) - worth(quote.given)
    this.trades += 1
  }

  #facts(): ConversionFacts {
    const { tick, at } = this.#market
    return {
      at,
      available: AVAILABLE,
      tickOf: (symbol) => (symbol === 'BTC' ? tick : { ...FIXED, at }),
      terms: CONVERT_TERMS_DEFAULT,
      convertedToday: 0n,
    }
  }
}
