import { describe, expect, test } from 'vitest'
import { settleFutures } from '#server/features/futures/decide-settlement.ts'
import { type FuturesState, futures } from '#server/features/futures/decider.ts'
import { enterFutures } from '#server/features/futures/entry-decider.ts'
import type { FuturesEvent } from '#server/features/futures/events.ts'
import { isRefusal } from '#shared/refusal.ts'
import type { TickRules } from '#shared/rules/futures-ticks.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'
import { stateAfter } from '#tests/support/decider-spec.ts'
import { requested, START_MS, tick } from './futures-events.ts'

const { rules: _, ...unrecorded } = requested.data

const requestedUnder = (rules?: TickRules): FuturesEvent => ({
  type: 'FuturesRequested',
  data: { ...unrecorded, ...(rules && { rules }) },
})

const WIDER: TickRules = {
  entryWindowMs: 20 * SECOND_MS,
  entryDistanceThousandths: 10,
  settlementWindowMs: 120 * SECOND_MS,
}
const NARROWER: TickRules = {
  entryWindowMs: 5 * SECOND_MS,
  entryDistanceThousandths: 2,
  settlementWindowMs: 30 * SECOND_MS,
}

/**
 * The events of a trade whose next price came this late and this far from the seen one, and was the
 * last.
 */
function decided(rules: TickRules | undefined, entryLateMs: number, price = '60000') {
  const events = [requestedUnder(rules)]
  const next = tick('next', START_MS + entryLateMs, price)
  const entry = enterFutures(stateAfter(futures, events), {
    at: instantOf(START_MS + 3600 * SECOND_MS),
    next,
    recordsPrices: true,
  })
  if (isRefusal(entry)) throw new Error(entry.refused)
  return [...events, entry]
}

function settled(events: readonly FuturesEvent[], lateMs: number) {
  const state = stateAfter(futures, events)
  const endMs = Date.parse(state.endsAt)
  const result = settleFutures(state, {
    at: instantOf(endMs + 3600 * SECOND_MS),
    before: null,
    after: tick('end', endMs + lateMs, '60001'),
    recordsPrices: true,
  })
  if (isRefusal(result)) throw new Error(result.refused)
  return [...events, result]
}

const faultOf = (events: readonly FuturesEvent[]) =>
  futures.faultOf?.(stateAfter(futures, events) as FuturesState)

const lastOf = (events: readonly FuturesEvent[]) => events.at(-1)?.type

describe('a trade is held to the rules that its request recorded', () => {
  test.each([
    { name: 'none', rules: undefined, seconds: 10, price: '60300', settlementSeconds: 60 },
    { name: 'wider', rules: WIDER, seconds: 20, price: '60600', settlementSeconds: 120 },
    { name: 'narrower', rules: NARROWER, seconds: 5, price: '60120', settlementSeconds: 30 },
  ])('$name', ({ rules, seconds, price, settlementSeconds }) => {
    const inTime = decided(rules, seconds * SECOND_MS)
    const late = decided(rules, seconds * SECOND_MS + 1)
    const near = decided(rules, 0, price)
    const far = decided(rules, 0, `${price}.00000001`)
    expect([inTime, near].map(lastOf)).toEqual(['FuturesEntered', 'FuturesEntered'])
    expect([late, far].map(lastOf)).toEqual(['FuturesVoided', 'FuturesVoided'])
    const paid = settled(inTime, settlementSeconds * SECOND_MS)
    const void_ = settled(inTime, settlementSeconds * SECOND_MS + 1)
    expect([paid, void_].map(lastOf)).toEqual(['FuturesSettled', 'FuturesVoided'])
    expect([inTime, late, near, far, paid, void_].map(faultOf)).toEqual(Array(6).fill(undefined))
  })

  test('a decision by other rules is a fault', () => {
    const [, entered] = decided(WIDER, 15 * SECOND_MS)
    const [, refused] = decided(NARROWER, 7 * SECOND_MS)
    expect(faultOf([requestedUnder(), entered as FuturesEvent])).toBe('it could not be entered')
    expect(faultOf([requestedUnder(), refused as FuturesEvent])).toBe(
      'a price was recorded in time',
    )
  })

  test('recorded prices around a decision are searched within the trade’s own windows', () => {
    const late = decided(WIDER, 20 * SECOND_MS + 1)
    const gap = enterFutures(stateAfter(futures, [requestedUnder(WIDER)]), {
      at: instantOf(START_MS + 26 * SECOND_MS),
      next: null,
      recordsPrices: true,
    })
    if (isRefusal(gap)) throw new Error(gap.refused)
    expect(lastOf(late)).toBe('FuturesVoided')
    const proofs = futures.restsOn?.(stateAfter(futures, [requestedUnder(WIDER), gap]))
    expect(proofs?.at(-1)).toMatchObject({ to: instantOf(START_MS + WIDER.entryWindowMs) })
  })
})
