import { describe, expect, test } from 'vitest'
import { settleFutures } from '#server/features/futures/decide-settlement.ts'
import { type FuturesState, futures, hideFutures } from '#server/features/futures/decider.ts'
import {
  type EntryFacts,
  enterFutures,
  returnAfterMs,
} from '#server/features/futures/entry-decider.ts'
import type { FuturesEvent } from '#server/features/futures/events.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { instantOf } from '#shared/time.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import { AT, LAST, requested, START_MS, tick } from './futures-events.ts'

const nothing = given(futures, [])

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

  test('is the next tick, from which the duration counts', () => {
    opening.when(enterWith({ next })).yields(entered)
  })

  test('waits for a tick', () => {
    opening.when(enterWith({})).yields({ refused: 'futures.awaiting_price' })
  })

  test('may be the last tick within ten seconds, but no later one', () => {
    const last = tick('next', START_MS + TICK_RULES.entryWindowMs)
    const late = tick('next', START_MS + TICK_RULES.entryWindowMs + 1)
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
    const returnMs = START_MS + returnAfterMs(TICK_RULES)
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

  test('is the price from which the result counts', () => {
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
