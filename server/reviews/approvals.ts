import type { RecordedTick } from '#server/events/catalog/event-definition.ts'
import type { Config } from '#server/platform/config.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import { approvalValue, needsSecondApproval } from '#shared/rules/second-approval.ts'
import type { Worth } from './decide-review.ts'

/** What of an asset an approval moves. */
export interface Moved {
  readonly symbol: string
  readonly amount: Decimal
}

export interface ValueNeeds {
  readonly config: Pick<Config, 'secondApprovalAboveUsd'>
  readonly prices: { current(symbol: string): RecordedTick | undefined }
}

/**
 * What an approval is worth at current recorded prices; null where the operator asks for no second
 * person. Without a fresh price the value is unknown, and two people approve what nobody can value.
 */
export function worthOf({ config, prices }: ValueNeeds, moved: readonly Moved[]): Worth | null {
  const { secondApprovalAboveUsd: above } = config
  if (parseUnits(above) === 0n) return null
  const priced = moved.map(({ symbol, amount }) => ({ amount, tick: prices.current(symbol) }))
  return {
    above,
    value: approvalValue(
      priced.map(({ amount, tick }) => ({ amount, price: tick?.price ?? null })),
    ),
    ticks: priced.flatMap(({ tick }) => (tick ? recorded(tick) : [])),
  }
}

/** Whether an approval would be the first of two. */
export function asksForTwo(needs: ValueNeeds, moved: readonly Moved[]): boolean {
  const worth = worthOf(needs, moved)
  return worth !== null && needsSecondApproval(worth.value, worth.above)
}

/** The part of a tick that an event keeps. */
function recorded({ id, source, price, at }: RecordedTick): RecordedTick {
  return { id, source, price, at }
}
