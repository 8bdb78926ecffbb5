import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedTick } from '#server/events/event-definition.ts'
import {
  type AskQuote,
  type ConfirmQuote,
  type ConversionFacts,
  conversions,
  executeConversion,
  type Quote,
  quoteConversion,
} from '#server/features/conversions/decider.ts'
import type { ConversionEvent } from '#server/features/conversions/events.ts'
import { availableOf, houseOf } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LAST_MOMENT = '2026-01-31T09:30:14.999Z'
const TOO_LATE = '2026-01-31T09:30:15.000Z'

const bitcoin: RecordedTick = { id: 't-btc', source: 'replay', price: '60000', at: AT }
const tether: RecordedTick = { id: 't-usdt', source: 'fixed', price: '1', at: AT }

const ask: AskQuote = { id: 'quote-1', userId: 'user-1', from: 'BTC', to: 'USDT', amount: '0.1' }
const at = (prices: Readonly<Record<string, RecordedTick | undefined>>) => (symbol: string) =>
  prices[symbol]
const market = { BTC: bitcoin, USDT: tether, USDC: tether, DAI: tether }
const facts: ConversionFacts = {
  at: AT,
  available: parseUnits('0.5'),
  tickOf: at(market),
  terms: CONVERT_TERMS_DEFAULT,
  convertedToday: 0n,
}
const quote: Quote = {
  id: 'quote-1',
  userId: 'user-1',
  given: { symbol: 'BTC', amount: '0.1' },
  received: { symbol: 'USDT', amount: '5970' },
  spreadPercent: '0.5',
  fromTick: bitcoin,
  toTick: tether,
  quotedAt: AT,
}

describe('a quote', () => {
  const answer = (changed: Partial<AskQuote> = {}, changedFacts: Partial<ConversionFacts> = {}) =>
    quoteConversion({ ...ask, ...changed }, { ...facts, ...changedFacts })

  test('is amount × from-price ÷ to-price less the spread, with both recorded prices', () => {
    expect(answer()).toEqual(quote)
  })

  test('is rounded down to 8 decimals', () => {
    const turned = { from: 'USDT', to: 'BTC', amount: '100' }
    expect(answer(turned, { available: parseUnits('100') })).toMatchObject({
      received: { symbol: 'BTC', amount: '0.00165833' },
    })
  })

  test('is refused in another user’s name', () => {
    expect(answer({ claimedUserId: 'user-2' })).toEqual({ refused: 'access.forbidden' })
  })

  test('is refused if both assets are the same', () => {
    expect(answer({ to: 'BTC' })).toEqual({ refused: 'convert.same_asset' })
  })

  test.each(['BTC', 'USDT'])('is refused without a fresh price of both assets: %s', (missing) => {
    const tickOf = at({ ...market, [missing]: undefined })
    expect(answer({}, { tickOf })).toEqual({ refused: 'price.stale' })
  })

  test('may be worth as much as the limits allow and not 0.00000001 more', () => {
    const ask = { from: 'USDT', to: 'BTC' }
    const rich = { available: parseUnits('900000') }
    expect(isRefusal(answer({ ...ask, amount: '50000' }, rich))).toBe(false)
    expect(answer({ ...ask, amount: '50000.00000001' }, rich)).toEqual({
      refused: 'convert.above_quote_limit',
      details: { maximum: '50000', worth: '50000.00000001' },
    })
    const used = { ...rich, convertedToday: parseUnits('240000') }
    expect(isRefusal(answer({ ...ask, amount: '10000' }, used))).toBe(false)
    expect(answer({ ...ask, amount: '10000.00000001' }, used)).toEqual({
      refused: 'convert.above_day_limit',
      details: { maximum: '250000', left: '10000' },
    })
  })

  test('between stablecoins is refused while one is more than 1 % off its par', () => {
    const pair = { from: 'USDT', to: 'DAI', amount: '10' }
    const off = (price: string) => ({
      available: parseUnits('10'),
      tickOf: at({ ...market, USDC: { ...tether, price } }),
    })
    expect(isRefusal(answer(pair, off('0.99')))).toBe(false)
    expect(isRefusal(answer(pair, off('1.01')))).toBe(false)
    expect(answer(pair, off('0.98999999'))).toMatchObject({ refused: 'convert.stablecoins_halted' })
    expect(answer(pair, off('1.01000001'))).toMatchObject({ refused: 'convert.stablecoins_halted' })
    expect(isRefusal(answer({ ...pair, to: 'BTC' }, off('0.9')))).toBe(false)
  })

  test('may use the whole balance and not 0.00000001 more', () => {
    expect(isRefusal(answer({ amount: '0.5' }))).toBe(false)
    expect(answer({ amount: '0.50000001' })).toEqual({
      refused: 'convert.balance_insufficient',
      details: { available: '0.5' },
    })
  })

  test('is refused if it would yield nothing', () => {
    const turned = { from: 'USDT', to: 'BTC', amount: '0.0005' }
    const tickOf = at({ ...market, BTC: { ...bitcoin, price: '60000000' } })
    expect(answer(turned, { tickOf })).toEqual({
      refused: 'convert.too_small',
      details: { symbol: 'BTC' },
    })
  })

  test('is refused if it would exceed the ledger’s maximum', () => {
    const amount = '900000000000000'
    const terms = { spreadPercent: '0', quoteMaximum: '9'.repeat(15), dayMaximum: '9'.repeat(15) }
    const cheap = { USDT: { ...tether, price: '0.00000001' }, BTC: tether }
    const facts = { available: parseUnits(amount), terms, tickOf: at(cheap) }
    expect(answer({ amount }, facts)).toEqual({ refused: 'convert.too_large' })
  })
})

const executed: ConversionEvent = {
  type: 'ConversionExecuted',
  data: {
    userId: 'user-1',
    userNo: '7',
    given: { symbol: 'BTC', amount: '0.1' },
    received: { symbol: 'USDT', amount: '5970' },
    spreadPercent: '0.5',
    fromTick: bitcoin,
    toTick: tether,
    quotedAt: AT,
    confirmed: { fromTick: bitcoin, toTick: tether },
    executedAt: LAST_MOMENT,
  },
}

describe('confirming a quote', () => {
  const confirm =
    (changed: Partial<ConfirmQuote> = {}, changedFacts: Partial<ConversionFacts> = {}) =>
    (state: typeof conversions.initial) =>
      executeConversion(
        state,
        { userId: 'user-1', userNo: '7', quote, ...changed },
        { ...facts, at: LAST_MOMENT, available: parseUnits('0.1'), ...changedFacts },
      )
  const atPrices = (BTC: string, USDT = '1') => ({
    tickOf: at({ BTC: { ...bitcoin, price: BTC }, USDT: { ...tether, price: USDT } }),
  })
  const open = given(conversions, [])

  test('converts at its terms until it expires, even with the whole balance', () => {
    open.when(confirm()).yields(executed)
  })

  test('is refused in another user’s name', () => {
    open.when(confirm({ claimedUserId: 'user-2' })).yields({ refused: 'access.forbidden' })
  })

  test('is refused for another user’s quote', () => {
    open.when(confirm({ userId: 'user-2' })).yields({ refused: 'convert.quote_unknown' })
  })

  test('is refused for a quote that is not open', () => {
    open.when(confirm({ quote: undefined })).yields({ refused: 'convert.quote_unknown' })
  })

  test.each(['60150', '59850'])(
    'holds while a price moved by half of the spread, to %s',
    (price) => {
      const live = atPrices(price)
      open.when(confirm({}, live)).yields({
        ...executed,
        data: { ...executed.data, confirmed: { fromTick: { ...bitcoin, price }, toTick: tether } },
      })
    },
  )

  test.each([
    ['60150.00000001', '1', 'BTC', '60000'],
    ['59849.99999999', '1', 'BTC', '60000'],
    ['60000', '1.00250001', 'USDT', '1'],
    ['60000', '0.99749999', 'USDT', '1'],
  ])('is refused once a price has moved further: %s and %s', (BTC, USDT, symbol, quoted) => {
    const current = symbol === 'BTC' ? BTC : USDT
    open
      .when(confirm({}, atPrices(BTC, USDT)))
      .yields({ refused: 'price.moved', details: { symbol, quoted, current } })
  })

  test('is refused without a live price', () => {
    open.when(confirm({}, { tickOf: at({ BTC: bitcoin }) })).yields({ refused: 'price.stale' })
  })

  test('is refused above the limit of the day', () => {
    open.when(confirm({}, { convertedToday: parseUnits('244000.00000001') })).yields({
      refused: 'convert.above_day_limit',
      details: { maximum: '250000', left: '5999.99999999' },
    })
  })

  test('is refused between stablecoins once one has left its par', () => {
    const swap = {
      ...quote,
      given: { symbol: 'USDT', amount: '0.1' },
      received: { symbol: 'DAI', amount: '0.0995' },
      fromTick: tether,
    }
    const tickOf = at({ ...market, USDC: { ...tether, price: '0.98' } })
    open.when(confirm({ quote: swap }, { tickOf })).yields({
      refused: 'convert.stablecoins_halted',
      details: { symbol: 'USDC', price: '0.98' },
    })
  })

  test('is refused a second time', () => {
    given(conversions, [executed]).when(confirm()).yields({ refused: 'convert.quote_used' })
  })

  test('is refused after 15 seconds', () => {
    open.when(confirm({}, { at: TOO_LATE })).yields({ refused: 'convert.quote_expired' })
  })

  test('is refused if the balance has been spent since the quote', () => {
    open.when(confirm({}, { available: parseUnits('0.09999999') })).yields({
      refused: 'convert.balance_insufficient',
      details: { available: '0.09999999' },
    })
  })
})

test('a conversion gives one asset to the house and takes the other from it', () => {
  expect(transfersFor(executed, 7n)).toEqual([
    { debit: availableOf(7n, 'BTC'), credit: houseOf('trading', 'BTC'), amount: 10_000_000n },
    {
      debit: houseOf('trading', 'USDT'),
      credit: availableOf(7n, 'USDT'),
      amount: parseUnits('5970'),
    },
  ])
})

test('a conversion that credits more than its terms is a fault of the ledger', () => {
  const better = { ...executed.data, received: { symbol: 'USDT', amount: '5970.00000001' } }
  expect(() => transfersFor({ ...executed, data: better }, 7n)).toThrow('its terms say 5970')
  const { spreadPercent: _, ...older } = better
  expect(() => transfersFor({ ...executed, data: older }, 7n)).not.toThrow()
})

test('for any amount and prices, the credited amount is worth no more than the given amount', () => {
  const amounts = fc.bigInt(1n, 10n ** 16n)
  const prices = fc.bigInt(1n, 10n ** 13n)
  fc.assert(
    fc.property(amounts, prices, prices, (amount, fromPrice, toPrice) => {
      const found = quoteConversion(
        { ...ask, amount: formatUnits(amount) },
        {
          ...facts,
          available: amount,
          tickOf: at({
            BTC: { ...bitcoin, price: formatUnits(fromPrice) },
            USDT: { ...tether, price: formatUnits(toPrice) },
          }),
        },
      )
      fc.pre(!isRefusal(found))
      const credited = parseUnits(found.received.amount)
      expect(credited * toPrice).toBeLessThanOrEqual(amount * fromPrice)
    }),
  )
})
