import { describe, expect, test } from 'vitest'
import { settleFutures } from '#server/features/futures/decide-settlement.ts'
import { type FuturesState, futures, hideFutures } from '#server/features/futures/decider.ts'
import {
  ENTRY_AHEAD_MS_MAX,
  type EntryFacts,
  enterFutures,
  RETURN_AFTER_MS,
  type RequestFacts,
  type RequestFutures,
  requestFutures,
} from '#server/features/futures/entry-decider.ts'
import type { FuturesEvent } from '#server/features/futures/events.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import {
  ENTRY_WINDOW_MS,
  FUTURES_LIMITS_DEFAULT,
  FUTURES_TERMS,
  OFFERED_WITHIN_MS,
} from '#shared/rules/futures.ts'
import { instantOf } from '#shared/time.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const START_MS = Date.UTC(2026, 0, 31, 9, 30)
const AT = instantOf(START_MS)

const tick = (id: string, atMs: number, price = '60000') => ({
  id,
  source: 'binance',
  price,
  at: instantOf(atMs),
})
const LAST = tick('last', START_MS - 400)
const EARLIER = tick('earlier', START_MS - 1_400, '60010')

const command: RequestFutures = {
  userId: 'user-1',
  userNo: '7',
  symbol: 'BTC/USDT',
  side: 'long',
  amount: '100',
  durationSeconds: 60,
}
const facts: RequestFacts = {
  at: AT,
  available: parseUnits('500'),
  limits: FUTURES_LIMITS_DEFAULT,
  userOpen: 0n,
  symbolOwed: 0n,
  hasPrice: true,
  recent: [LAST, EARLIER],
}
const ask =
  (changed: Partial<RequestFutures> = {}, changedFacts: Partial<RequestFacts> = {}) =>
  () =>
    requestFutures({ ...command, ...changed }, { ...facts, ...changedFacts })

type Requested = Extract<FuturesEvent, { type: 'FuturesRequested' }>
const requested: Requested = {
  type: 'FuturesRequested',
  data: {
    userId: 'user-1',
    userNo: '7',
    symbol: 'BTC/USDT',
    side: 'long',
    stake: { symbol: 'USDT', amount: '100' },
    durationSeconds: 60,
    profitRatio: 30,
    requestedAt: AT,
    seenPrice: '60000',
    last: LAST,
    claims: [
      { name: 'futures of user 7', amount: '100', maximum: '50000' },
      { name: 'futures on BTC/USDT', amount: '30', maximum: '500000' },
    ],
  },
}

const nothing = given(futures, [])

describe('a request for a futures trade', () => {
  test('records the stake, the terms, the price seen and the last known tick, but no entry', () => {
    nothing.when(ask()).yields(requested)
  })

  test.each(FUTURES_TERMS)('gives $profitRatio % for $durationSeconds s', (term) => {
    const { durationSeconds, profitRatio } = term
    const decision = requestFutures(
      { ...command, durationSeconds, claimedRatio: profitRatio },
      facts,
    )
    if (isRefusal(decision) || decision.type !== 'FuturesRequested') throw new Error('refused')
    expect(decision.data.profitRatio).toBe(profitRatio)
  })

  test('is refused for an unknown duration', () => {
    nothing
      .when(ask({ durationSeconds: 90 }))
      .yields({ refused: 'futures.duration_unknown', details: { seconds: 90 } })
  })

  test.each([29, 31, 100])('is refused if the user saw another percentage: %d', (ratio) => {
    nothing
      .when(ask({ claimedRatio: ratio }))
      .yields({ refused: 'terms.changed', details: { field: 'profitRatio', actual: 30 } })
  })

  test('is refused below 50 USDT but not at 50 USDT', () => {
    nothing.when(ask({ amount: '49.99999999' })).yields({
      refused: 'futures.stake_below_minimum',
      details: { minimum: '50', symbol: 'USDT' },
    })
    expect(isRefusal(ask({ amount: '50' })())).toBe(false)
  })

  test('is refused above 10,000 USDT but not at 10,000 USDT', () => {
    const rich = { available: parseUnits('100000') }
    nothing.when(ask({ amount: '10000.00000001' }, rich)).yields({
      refused: 'futures.stake_above_maximum',
      details: { maximum: '10000', symbol: 'USDT' },
    })
    expect(isRefusal(ask({ amount: '10000' }, rich)())).toBe(false)
  })

  test('may use the whole balance and not 0.00000001 more', () => {
    nothing.when(ask({}, { available: parseUnits('100') })).yields(requested)
    nothing
      .when(ask({}, { available: parseUnits('99.99999999') }))
      .yields({ refused: 'futures.balance_insufficient' })
  })

  test('fits exactly into what is left of the limits', () => {
    const [user, symbol] = [parseUnits('49900'), parseUnits('499970')]
    nothing.when(ask({}, { userOpen: user, symbolOwed: symbol })).yields(requested)
    nothing.when(ask({}, { userOpen: user + 1n })).yields({
      refused: 'futures.user_limit',
      details: { maximum: '50000', open: '49900.00000001', symbol: 'USDT' },
    })
    nothing.when(ask({}, { symbolOwed: symbol + 1n })).yields({
      refused: 'futures.symbol_limit',
      details: { largest: '99.99999996', symbol: 'USDT' },
    })
  })

  test('is refused without a fresh price', () => {
    nothing.when(ask({}, { hasPrice: false })).yields({ refused: 'price.stale' })
  })

  test('is refused with a tick too far ahead of the clock', () => {
    const ahead = tick('ahead', START_MS + ENTRY_AHEAD_MS_MAX + 1)
    nothing.when(ask({}, { recent: [ahead, LAST] })).yields({ refused: 'price.stale' })
  })

  test('is refused unless ticks come every five seconds', () => {
    const paused = { refused: 'futures.paused' } as const
    nothing.when(ask({}, { recent: [] })).yields(paused)
    nothing.when(ask({}, { recent: [LAST] })).yields(paused)
    const old = tick('old', START_MS - OFFERED_WITHIN_MS - 1)
    nothing.when(ask({}, { recent: [old, old] })).yields(paused)
    const gap = tick('gap', START_MS - 400 - OFFERED_WITHIN_MS - 1)
    nothing.when(ask({}, { recent: [LAST, gap] })).yields(paused)
  })

  test('takes a price that was recorded a moment ago as seen, and no other', () => {
    const seenPrice = '60010'
    nothing
      .when(ask({ seenPrice }))
      .yields({ ...requested, data: { ...requested.data, seenPrice } })
    nothing.when(ask({ seenPrice: '60010.01' })).yields({
      refused: 'futures.price_moved',
      details: { current: '60000', seen: '60010.01' },
    })
  })

  test('is refused where the price has moved by more than 0.5 % since it was seen', () => {
    const seenPrice = '60301.51'
    const recent = [LAST, tick('jump', START_MS - 900, seenPrice)]
    nothing.when(ask({ seenPrice }, { recent })).yields({
      refused: 'futures.price_moved',
      details: { current: '60000', seen: seenPrice },
    })
  })
})

const enterWith = (changed: Partial<EntryFacts>) => (state: FuturesState) =>
  enterFutures(state, { at: AT, next: null, recordsPrices: true, ...changed })

const voided = (
  reason: 'no_entry' | 'entry_moved',
  after: ReturnType<typeof tick> | null,
  voidedAt = AT,
): FuturesEvent => ({
  type: 'FuturesVoided',
  data: { reason, before: LAST, after, returned: requested.data.stake, voidedAt },
})

describe('the entry of a futures trade', () => {
  const opening = given(futures, [requested])
  const next = tick('next', START_MS + 250, '60020')
  const entered: FuturesEvent = {
    type: 'FuturesEntered',
    data: {
      entry: next,
      stake: requested.data.stake,
      openedAt: next.at,
      endsAt: instantOf(START_MS + 60_250),
    },
  }

  test('is the next tick, and the time counts from there', () => {
    opening.when(enterWith({ next })).yields(entered)
  })

  test('waits for a tick', () => {
    opening.when(enterWith({})).yields({ refused: 'futures.awaiting_price' })
  })

  test('may be the last tick of ten seconds, and none after it', () => {
    const last = tick('next', START_MS + ENTRY_WINDOW_MS)
    const late = tick('next', START_MS + ENTRY_WINDOW_MS + 1)
    const decision = enterWith({ next: last })(stateAfter(futures, [requested]))
    expect(decision).toMatchObject({ type: 'FuturesEntered' })
    opening.when(enterWith({ next: late })).yields(voided('no_entry', late))
  })

  test.each([
    ['60300', true],
    ['60300.00000001', false],
    ['59700', true],
    ['59699.99999999', false],
  ])('at %s, seen at 60000: %s', (price, isEntered) => {
    const moved = tick('next', START_MS + 250, price)
    const decision = enterWith({ next: moved })(stateAfter(futures, [requested]))
    if (isEntered) expect(decision).toMatchObject({ type: 'FuturesEntered' })
    else expect(decision).toEqual(voided('entry_moved', moved))
  })

  test('returns the stake a little after ten seconds without a tick', () => {
    const returnMs = START_MS + RETURN_AFTER_MS
    opening
      .when(enterWith({ at: instantOf(returnMs - 1) }))
      .yields({ refused: 'futures.awaiting_price' })
    const at = instantOf(returnMs)
    opening.when(enterWith({ at })).yields(voided('no_entry', null, at))
    opening
      .when(enterWith({ at, recordsPrices: false }))
      .yields({ refused: 'futures.awaiting_price' })
  })

  test('is refused the second time', () => {
    given(futures, [requested, entered])
      .when(enterWith({ next }))
      .yields({ refused: 'futures.running', details: { endsAt: instantOf(START_MS + 60_250) } })
    given(futures, [requested, voided('no_entry', null)])
      .when(enterWith({ next }))
      .yields({ refused: 'futures.settled' })
    nothing.when(enterWith({ next })).yields({ refused: 'item.unknown' })
  })

  test('comes before everything else: an opening trade is neither settled nor hidden', () => {
    const refusal = { refused: 'futures.opening' } as const
    const late = { at: instantOf(START_MS + 3_600_000), before: null, after: next }
    opening.when((state) => settleFutures(state, { ...late, recordsPrices: true })).yields(refusal)
    opening.when((state) => hideFutures(state, { hiddenBy: 'admin-1', at: AT })).yields(refusal)
  })

  test('is where the result counts from', () => {
    const end = tick('end', START_MS + 60_250, '60020.01')
    given(futures, [requested, entered])
      .when((state) =>
        settleFutures(state, { at: end.at, before: next, after: end, recordsPrices: true }),
      )
      .yields({
        type: 'FuturesSettled',
        data: {
          result: 'win',
          before: next,
          settlement: end,
          returned: { symbol: 'USDT', amount: '100' },
          lost: { symbol: 'USDT', amount: '0' },
          won: { symbol: 'USDT', amount: '30' },
          settledAt: end.at,
        },
      })
  })

  test('holds the stake until it is decided', () => {
    const held = (...events: FuturesEvent[]) => futures.holds?.(stateAfter(futures, events))
    expect(held(requested)).toMatchObject([{ symbol: 'USDT', amount: '100' }])
    expect(held(requested, entered)).toMatchObject([{ symbol: 'USDT', amount: '100' }])
    expect(held(requested, voided('no_entry', null))).toEqual([])
  })
})
