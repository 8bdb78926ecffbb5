import { type Money, type RecordedTick, recordedTick } from '#server/events/event-definition.ts'
import { readStaffApprovals } from '#server/facts/staff-approvals.ts'
import { listStaff } from '#server/facts/staff-roles.ts'
import { readStaffSendings, type StaffSending } from '#server/facts/staff-sendings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Services } from '#server/services.ts'
import { parseUnits, type Units } from '#shared/money.ts'
import {
  type ApprovedBefore,
  approvalValue,
  type Flow,
  type SecondPersonReason,
  secondPersonReason,
} from '#shared/rules/second-approval.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import type { Worth } from './decide-review.ts'

/** The directions in which an approval moves money. */
type Ways = readonly (readonly Readonly<Money>[])[]

/** What an approval would move, for which customer. */
export interface Movement {
  readonly ways: Ways
  readonly flow: Flow
  readonly userNo: string
  /** The reviewer is sending these coins; the limits were checked when they started. */
  readonly isBeingSent?: boolean
}

export interface ValueNeeds {
  readonly config: Pick<Config, 'secondApprovalAboveUsd'>
  readonly prices: { current(symbol: string): RecordedTick | undefined }
  /** What the deciding member of staff has approved so far. */
  readonly approvals: CountApproved
}

/**
 * What one member of staff has approved so far, for one customer and for all, with or without the
 * withdrawals that they are sending.
 */
export type CountApproved = (
  userNo: string,
  counts: { readonly sending: boolean },
) => ApprovedBefore

type CountNeeds = Pick<ValueNeeds, 'config' | 'prices'> & Pick<Services, 'pool'>

/**
 * Reads what counts against the limits of one member of staff. A withdrawal counts from the moment
 * they start to send it, because the coins may leave before its approval is recorded.
 *
 * Source: docs/decisions/0287-coins-being-sent-count.md
 */
export async function readApprovals(
  needs: CountNeeds,
  staffId: string,
  now: Instant,
): Promise<CountApproved> {
  const [approved, sendings] = await Promise.all([
    readStaffApprovals(needs.pool, staffId, now),
    readStaffSendings(needs.pool, staffId, now),
  ])
  const valued = sendings.map((each) => ({ ...each, value: sendingValue(needs, each) }))
  const sumOf = (counted: typeof valued) => counted.reduce((sum, { value }) => sum + value, 0n)
  const toCredited = sumOf(valued.filter(({ userNo }) => approved(userNo).hasCredited))
  return (userNo, { sending }) => {
    const before = approved(userNo)
    if (!sending) return before
    return {
      ...before,
      forCustomer: before.forCustomer + sumOf(valued.filter((each) => each.userNo === userNo)),
      forAll: before.forAll + sumOf(valued),
      releasedToCredited: before.releasedToCredited + toCredited,
    }
  }
}

/** Without a fresh price the value is unknown, and the withdrawal uses up the whole limit. */
function sendingValue(
  { config, prices }: Pick<ValueNeeds, 'config' | 'prices'>,
  { symbol, amount }: StaffSending,
): Units {
  const price = prices.current(symbol)?.price ?? null
  return approvalValue([[{ amount, price }]]) ?? parseUnits(config.secondApprovalAboveUsd)
}

/** Computes the value of an approval for a decider. */
export type Weigh = (movement: Movement) => Worth

/**
 * What an approval is worth at current recorded prices. Without a fresh price the value is unknown,
 * and two people must approve. It is also recorded while the operator requires no second person:
 * the limits count it once they are turned on.
 */
export function worthOf(
  { config, prices, approvals }: ValueNeeds,
  { ways, flow, userNo, isBeingSent = false }: Movement,
): Worth {
  const { secondApprovalAboveUsd: above } = config
  const ticks = new Map(
    ways.flat().flatMap(({ symbol }) => {
      const tick = prices.current(symbol)
      return tick ? [[symbol, recordedTick(tick)] as const] : []
    }),
  )
  const priced = ways.map((way) =>
    way.map(({ symbol, amount }) => ({ amount, price: ticks.get(symbol)?.price ?? null })),
  )
  const value = approvalValue(priced)
  const before = approvals(userNo, { sending: !isBeingSent })
  return { above, value, ticks: [...ticks.values()], flow, before }
}

/** Why an approval would be the first of two; null if it would take effect. */
export function reasonForTwo(needs: ValueNeeds, movement: Movement): SecondPersonReason | null {
  return secondPersonReason(worthOf(needs, movement))
}

/** Services plus the approval limits as one member of staff sees them. */
export interface ReviewServices extends Services {
  readonly staffId: string
  readonly approvals: CountApproved
  /** Enough members of staff to determine whether there is another one. */
  readonly staff: readonly string[]
}

export async function reviewServices(services: Services, staffId: string): Promise<ReviewServices> {
  const { pool, clock } = services
  const [approvals, staff] = await Promise.all([
    readApprovals(services, staffId, instantOf(clock.now())),
    listStaff(pool),
  ])
  return { ...services, approvals, staff, staffId }
}
