import type { RecordedTick } from '#server/events/event-definition.ts'
import type { AskQuote, ConversionFacts, Quote } from '#server/features/conversions/decider.ts'
import { parseUnits } from '#shared/money.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'

export const AT = '2026-01-31T09:30:00.000Z'

export const bitcoin: RecordedTick = { id: 't-btc', source: 'replay', price: '60000', at: AT }
export const tether: RecordedTick = { id: 't-usdt', source: 'fixed', price: '1', at: AT }

export const ask: AskQuote = {
  id: 'quote-1',
  userId: 'user-1',
  from: 'BTC',
  to: 'USDT',
  amount: '0.1',
}
export const at =
  (prices: Readonly<Record<string, RecordedTick | undefined>>) => (symbol: string) =>
    prices[symbol]
export const market = { BTC: bitcoin, USDT: tether, USDC: tether, DAI: tether }
export const facts: ConversionFacts = {
  at: AT,
  available: parseUnits('0.5'),
  tickOf: at(market),
  terms: CONVERT_TERMS_DEFAULT,
  convertedToday: 0n,
}
export const quote: Quote = {
  id: 'quote-1',
  userId: 'user-1',
  given: { symbol: 'BTC', amount: '0.1' },
  received: { symbol: 'USDT', amount: '5970' },
  spreadPercent: '0.5',
  fromTick: bitcoin,
  toTick: tether,
  quotedAt: AT,
}
