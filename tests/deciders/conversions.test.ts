import { describe, expect, test } from 'vitest'
import {
  type ConfirmQuote,
  type ConversionFacts,
  conversions,
  executeConversion,
} from '#server/features/conversions/decider.ts'
import type { ConversionEvent } from '#server/features/conversions/events.ts'
import { availableOf, houseOf } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { parseUnits } from '#shared/money.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import { AT, at, bitcoin, facts, market, quote, tether } from './conversion-quote.ts'

const LAST_MOMENT = '2026-01-31T09:30:14.999Z'
const TOO_LATE = '2026-01-31T09:30:15.000Z'

/** The first prices that are recorded after the confirmation. */
const nextBitcoin = { ...bitcoin, at: LAST_MOMENT }
const nextTether = { ...tether, at: LAST_MOMENT }

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
    confirmed: { fromTick: nextBitcoin, toTick: nextTether },
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
        {
          ...facts,
          at: LAST_MOMENT,
          available: parseUnits('0.1'),
          tickOf: at({ BTC: nextBitcoin, USDT: nextTether }),
          ...changedFacts,
        },
      )
  const atPrices = (BTC: string, USDT = '1') => ({
    tickOf: at({ BTC: { ...nextBitcoin, price: BTC }, USDT: { ...nextTether, price: USDT } }),
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
      const confirmed = { fromTick: { ...nextBitcoin, price }, toTick: nextTether }
      open
        .when(confirm({}, atPrices(price)))
        .yields({ ...executed, data: { ...executed.data, confirmed } })
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

  test.each([
    ['both prices', { BTC: bitcoin, USDT: tether }],
    ['the first price', { BTC: bitcoin, USDT: nextTether }],
    ['the second price', { BTC: nextBitcoin, USDT: tether }],
  ])('waits while %s are older than the confirmation', (_, known) => {
    open.when(confirm({}, { tickOf: at(known) })).yields({ refused: 'convert.awaiting_price' })
  })

  test('records the prices that its own ones follow, for the verifier', () => {
    const lastOf = at({ BTC: bitcoin })
    const confirmed = { fromTick: nextBitcoin, toTick: nextTether, fromLast: bitcoin }
    const followed = { ...executed, data: { ...executed.data, confirmed } }
    open.when(confirm({}, { lastOf })).yields(followed)
    expect(conversions.restsOn?.(stateAfter(conversions, [followed]))).toEqual([
      { symbol: 'BTC', tick: bitcoin },
      { symbol: 'BTC', tick: nextBitcoin, firstAfter: bitcoin, notBefore: LAST_MOMENT },
    ])
    // An event from before they were recorded.
    expect(conversions.restsOn?.(stateAfter(conversions, [executed]))).toEqual([])
  })

  test('is refused at once if a price older than the confirmation has moved', () => {
    const known = { BTC: { ...bitcoin, price: '60151' }, USDT: tether }
    open.when(confirm({}, { tickOf: at(known) })).yields({
      refused: 'price.moved',
      details: { symbol: 'BTC', quoted: '60000', current: '60151' },
    })
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

  test('is refused between stablecoins once one has lost its peg', () => {
    const swap = {
      ...quote,
      given: { symbol: 'USDT', amount: '0.1' },
      received: { symbol: 'DAI', amount: '0.0995' },
      fromTick: tether,
    }
    const tickOf = at({ ...market, USDC: { ...tether, price: '0.98' } })
    open.when(confirm({ quote: swap }, { tickOf })).yields({
      refused: 'convert.stablecoins_halted',
      details: { symbol: 'USDC', price: '0.98', percent: '1' },
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
