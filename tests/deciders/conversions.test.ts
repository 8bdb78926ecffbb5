import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedTick } from '#server/events/event-definition.ts'
import {
  type AskQuote,
  type ConfirmQuote,
  conversions,
  executeConversion,
  type Quote,
  type QuoteFacts,
  quoteConversion,
} from '#server/features/conversions/decider.ts'
import type { ConversionEvent } from '#server/features/conversions/events.ts'
import { availableOf, houseOf } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LAST_MOMENT = '2026-01-31T09:30:14.999Z'
const TOO_LATE = '2026-01-31T09:30:15.000Z'

const bitcoin: RecordedTick = { id: 't-btc', source: 'replay', price: '60000', at: AT }
const tether: RecordedTick = { id: 't-usdt', source: 'fixed', price: '1', at: AT }

const ask: AskQuote = { id: 'quote-1', userId: 'user-1', from: 'BTC', to: 'USDT', amount: '0.1' }
const facts: QuoteFacts = {
  at: AT,
  available: parseUnits('0.5'),
  fromTick: bitcoin,
  toTick: tether,
}
const quote: Quote = {
  id: 'quote-1',
  userId: 'user-1',
  given: { symbol: 'BTC', amount: '0.1' },
  received: { symbol: 'USDT', amount: '6000' },
  fromTick: bitcoin,
  toTick: tether,
  quotedAt: AT,
}

describe('a quote', () => {
  const answer = (changed: Partial<AskQuote> = {}, changedFacts: Partial<QuoteFacts> = {}) =>
    quoteConversion({ ...ask, ...changed }, { ...facts, ...changedFacts })

  test('is amount × from-price ÷ to-price, with both recorded prices', () => {
    expect(answer()).toEqual(quote)
  })

  test('is rounded down to 8 decimals', () => {
    const turned = { from: 'USDT', to: 'BTC', amount: '100' }
    const ticks = { available: parseUnits('100'), fromTick: tether, toTick: bitcoin }
    expect(answer(turned, ticks)).toMatchObject({
      received: { symbol: 'BTC', amount: '0.00166666' },
    })
  })

  test('is refused in another user’s name', () => {
    expect(answer({ claimedUserId: 'user-2' })).toEqual({ refused: 'access.forbidden' })
  })

  test('is refused if both assets are the same', () => {
    expect(answer({ to: 'BTC' })).toEqual({ refused: 'convert.same_asset' })
  })

  test.each([{ fromTick: undefined }, { toTick: undefined }])(
    'is refused without a fresh price of both assets: %o',
    (missing) => {
      expect(answer({}, missing)).toEqual({ refused: 'price.stale' })
    },
  )

  test('may use the whole balance and not 0.00000001 more', () => {
    expect(isRefusal(answer({ amount: '0.5' }))).toBe(false)
    expect(answer({ amount: '0.50000001' })).toEqual({
      refused: 'convert.balance_insufficient',
      details: { available: '0.5' },
    })
  })

  test('is refused if it would yield nothing', () => {
    const turned = { from: 'USDT', to: 'BTC', amount: '0.0005' }
    expect(answer(turned, { fromTick: tether, toTick: { ...bitcoin, price: '60000000' } })).toEqual(
      { refused: 'convert.too_small', details: { symbol: 'BTC' } },
    )
  })

  test('is refused if it would exceed the ledger’s maximum', () => {
    const amount = '900000000000000'
    expect(answer({ amount }, { available: parseUnits(amount) })).toEqual({
      refused: 'convert.too_large',
    })
  })
})

const executed: ConversionEvent = {
  type: 'ConversionExecuted',
  data: {
    userId: 'user-1',
    userNo: '7',
    given: { symbol: 'BTC', amount: '0.1' },
    received: { symbol: 'USDT', amount: '6000' },
    fromTick: bitcoin,
    toTick: tether,
    quotedAt: AT,
    executedAt: LAST_MOMENT,
  },
}

describe('confirming a quote', () => {
  const confirm =
    (changed: Partial<ConfirmQuote> = {}, at = LAST_MOMENT, available = '0.1') =>
    (state: typeof conversions.initial) =>
      executeConversion(
        state,
        { userId: 'user-1', userNo: '7', quote, ...changed },
        { at, available: parseUnits(available) },
      )
  const open = given(conversions, [])

  test('converts at its terms until it expires, even with the whole balance', () => {
    open.when(confirm()).yields(executed)
  })

  test('is refused in another user’s name', () => {
    open.when(confirm({ claimedUserId: 'user-2' })).yields({ refused: 'access.forbidden' })
  })

  test('is refused for another user’s quote', () => {
    open.when(confirm({ userId: 'user-2' })).yields({ refused: 'item.unknown' })
  })

  test('is refused a second time', () => {
    given(conversions, [executed]).when(confirm()).yields({ refused: 'convert.quote_used' })
  })

  test('is refused after 15 seconds', () => {
    open.when(confirm({}, TOO_LATE)).yields({ refused: 'convert.quote_expired' })
  })

  test('is refused if the balance has been spent since the quote', () => {
    open.when(confirm({}, LAST_MOMENT, '0.09999999')).yields({
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
      amount: parseUnits('6000'),
    },
  ])
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
          fromTick: { ...bitcoin, price: formatUnits(fromPrice) },
          toTick: { ...tether, price: formatUnits(toPrice) },
        },
      )
      fc.pre(!isRefusal(found))
      const credited = parseUnits(found.received.amount)
      expect(credited * toPrice).toBeLessThanOrEqual(amount * fromPrice)
    }),
  )
})
