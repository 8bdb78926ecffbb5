import { describe, expect, test } from 'vitest'
import {
  type SettlementFacts,
  settleFutures,
  voidAfterMs,
} from '#server/features/futures/decide-settlement.ts'
import { type FuturesState, futures, hideFutures } from '#server/features/futures/decider.ts'
import type { FuturesEvent } from '#server/features/futures/events.ts'
import { isRefusal } from '#shared/refusal.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { instantOf } from '#shared/time.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import { AT, START_MS, TERMS, tick } from './futures-events.ts'

const END_MS = START_MS + 60_000
const END = instantOf(END_MS)

const ENTRY = tick('entry', START_MS - 400)
const BEFORE = tick('before', END_MS - 1)

/** How trades began before they were entered at the next tick. */
const opened: Extract<FuturesEvent, { type: 'FuturesOpened' }> = {
  type: 'FuturesOpened',
  data: { ...TERMS, entry: ENTRY, openedAt: AT, endsAt: END },
}

const nothing = given(futures, [])

const settleWith = (changed: Partial<SettlementFacts>) => (state: FuturesState) =>
  settleFutures(state, { at: END, before: BEFORE, after: null, recordsPrices: true, ...changed })

const usdt = (amount: string) => ({ symbol: 'USDT', amount })

describe('the end of a futures trade', () => {
  const running = given(futures, [opened])
  const settled = (
    result: 'win' | 'loss' | 'tie',
    price: string,
    [returned, lost, won]: readonly [string, string, string],
  ): FuturesEvent => ({
    type: 'FuturesSettled',
    data: {
      result,
      before: BEFORE,
      settlement: tick('after', END_MS + 250, price),
      returned: usdt(returned),
      lost: usdt(lost),
      won: usdt(won),
      settledAt: END,
    },
  })

  test.each([
    ['long', '60000.01', 'win', ['100', '0', '30']],
    ['long', '59999.99', 'loss', ['70', '30', '0']],
    ['long', '60000', 'tie', ['100', '0', '0']],
    ['short', '59999.99', 'win', ['100', '0', '30']],
    ['short', '60000.01', 'loss', ['70', '30', '0']],
    ['short', '60000', 'tie', ['100', '0', '0']],
  ] as const)('%s at %s is a %s', (side, price, result, amounts) => {
    given(futures, [{ ...opened, data: { ...opened.data, side } }])
      .when(settleWith({ after: tick('after', END_MS + 250, price) }))
      .yields(settled(result, price, amounts))
  })

  test('shows the returned amount and the profit or loss', () => {
    const final = (event: FuturesEvent) => {
      const { finalAmount, profitLoss, status } = stateAfter(futures, [opened, event])
      return [status, finalAmount, profitLoss]
    }
    expect(final(settled('win', '61000', ['100', '0', '30']))).toEqual(['completed', '130', '30'])
    expect(final(settled('loss', '5', ['70', '30', '0']))).toEqual(['completed', '70', '-30'])
    expect(final(settled('tie', '60000', ['100', '0', '0']))).toEqual(['completed', '100', '0'])
    expect(final(voided)).toEqual(['voided', '100', '0'])
  })

  test('does not come a millisecond early', () => {
    running
      .when(settleWith({ at: instantOf(END_MS - 1), after: tick('after', END_MS) }))
      .yields({ refused: 'futures.running', details: { endsAt: END } })
  })

  test('uses a tick at the end of the window, but no later one', () => {
    const last = tick('after', END_MS + TICK_RULES.settlementWindowMs, '60001')
    const late = tick('after', END_MS + TICK_RULES.settlementWindowMs + 1, '60001')
    const at = instantOf(END_MS + 120_000)
    const type = (after: typeof last) => {
      const decision = settleFutures(stateAfter(futures, [opened]), {
        at,
        before: BEFORE,
        after,
        recordsPrices: false,
      })
      return isRefusal(decision) ? decision.refused : decision.type
    }
    expect(type(last)).toBe('FuturesSettled')
    expect(type(late)).toBe('FuturesVoided')
  })

  const VOID_MS = END_MS + voidAfterMs(TICK_RULES)
  const voided: FuturesEvent = {
    type: 'FuturesVoided',
    data: {
      reason: 'no_price',
      before: BEFORE,
      after: null,
      returned: usdt('100'),
      voidedAt: instantOf(VOID_MS),
    },
  }

  test('waits a little longer than the window before it is voided', () => {
    running
      .when(settleWith({ at: instantOf(VOID_MS - 1) }))
      .yields({ refused: 'futures.awaiting_price' })
    running.when(settleWith({ at: instantOf(VOID_MS) })).yields(voided)
  })

  test('is never voided by a server that does not record prices', () => {
    running
      .when(settleWith({ at: instantOf(END_MS + 3_600_000), recordsPrices: false }))
      .yields({ refused: 'futures.awaiting_price' })
  })

  test('is refused the second time', () => {
    for (const end of [voided, settled('win', '60001', ['100', '0', '30'])]) {
      given(futures, [opened, end])
        .when(settleWith({ after: tick('after', END_MS) }))
        .yields({ refused: 'futures.settled' })
    }
  })

  test('needs an open trade', () => {
    nothing.when(settleWith({})).yields({ refused: 'item.unknown' })
  })

  describe('hidden from its owner', () => {
    const hide = (state: FuturesState) => hideFutures(state, { hiddenBy: 'admin-1', at: AT })
    const hidden: FuturesEvent = {
      type: 'FuturesHidden',
      data: { hiddenBy: 'admin-1', hiddenAt: AT },
    }

    test('sets a flag and changes nothing else', () => {
      given(futures, [opened, voided]).when(hide).yields(hidden)
      const before = stateAfter(futures, [opened, voided])
      const after = stateAfter(futures, [opened, voided, hidden])
      expect(after).toEqual({ ...before, hiddenForUser: true })
    })

    test('is refused while it runs, twice, and for an unknown trade', () => {
      running.when(hide).yields({ refused: 'futures.running', details: { endsAt: END } })
      given(futures, [opened, voided, hidden]).when(hide).yields({ refused: 'futures.hidden' })
      nothing.when(hide).yields({ refused: 'item.unknown' })
    })
  })
})
