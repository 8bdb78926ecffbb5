import { type Money, type RecordedTick, recordedTick } from '#server/events/event-definition.ts'
import type { Config } from '#server/platform/config.ts'
import { parseUnits } from '#shared/money.ts'
import { approvalValue, needsSecondApproval } from '#shared/rules/second-approval.ts'
import type { Worth } from './decide-review.ts'

/** The ways in which an approval moves money: out of one hand, and into the other. */
export type Ways = readonly (readonly Readonly<Money>[])[]

export interface ValueNeeds {
  readonly config: Pick<Config, 'secondApprovalAboveUsd'>
  readonly prices: { current(symbol: string): RecordedTick | undefined }
}

/**
 * What an approval is worth at current recorded prices; null where the operator asks for no second
 * person. Without a fresh price the value is unknown, and two people must approve.
 */
export function worthOf({ config, prices }: ValueNeeds, ways: Ways): Worth | null {
  const { secondApprovalAboveUsd: above } = config
  if (parseUnits(above) === 0n) return null
  const ticks = new Map(
    ways.flat().flatMap(({ symbol }) => {
      const tick = prices.current(symbol)
      return tick ? [[symbol, recordedTick(tick)] as const] : []
    }),
  )
  const priced = ways.map((way) =>
    way.map(({ symbol, amount }) => ({ amount, price: ticks.get(symbol)?.price ?? null })),
  )
  return { above, value: approvalValue(priced), ticks: [...ticks.values()] }
}

/** Whether an approval would be the first of two. */
export function asksForTwo(needs: ValueNeeds, ways: Ways): boolean {
  const worth = worthOf(needs, ways)
  return worth !== null && needsSecondApproval(worth.value, worth.above)
}
