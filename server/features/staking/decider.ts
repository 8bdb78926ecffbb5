import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import { formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { statusClaimRefusal } from '#shared/rules/expected-status.ts'
import {
  interestFor,
  planFor,
  refusalOf,
  STAKED_SYMBOL,
  type StakeCommand,
  type StakingPlan,
} from '#shared/rules/staking.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf, MINUTE_MS } from '#shared/time.ts'
import { type StakingEvent, stakingEvents } from './events.ts'

/** A staking position as shown to its owner. */
export interface StakeState extends DataOf<typeof stakingEvents, 'StakeOpened'> {
  readonly status: 'none' | 'active' | 'completed'
  readonly maturedAt: Instant | null
}

const initial: StakeState = {
  status: 'none',
  userId: '',
  userNo: '',
  principal: { symbol: STAKED_SYMBOL, amount: '0' },
  interest: { symbol: STAKED_SYMBOL, amount: '0' },
  apy: '0',
  termDays: 0,
  startedAt: '',
  endsAt: '',
  maturedAt: null,
}

/** One stream per position: none → active → completed; there is no early withdrawal. */
export const stakes: Aggregate<StakeState, StakingEvent> = {
  kind: 'stake',
  events: stakingEvents,
  initial,
  evolve,
  summarise: ({ status }) => ({ status, waiting: false }),
  holds: ({ status, principal, endsAt }) =>
    status === 'active' ? [{ ...principal, until: endsAt }] : [],
}

function evolve(state: StakeState, event: StakingEvent): StakeState {
  switch (event.type) {
    case 'StakeOpened':
      return { ...state, ...event.data, status: 'active' }
    case 'StakeMatured':
      return { ...state, status: 'completed', maturedAt: event.data.maturedAt }
  }
}

export interface OpenStake extends StakeCommand {
  readonly userId: string
  readonly userNo: string
  /** A claim: the user whose position it is. */
  readonly claimedUserId?: string | undefined
  readonly claimedStatus?: string | undefined
  readonly claimedEndsAt?: Instant | undefined
}

export interface StakeFacts {
  readonly at: Instant
  readonly available: Units
}

/**
 * Staking locks USDT for a fixed term and returns it with interest.
 *
 * State    none → active
 * Units    amount, interest: 1e-8 USDT; term: days
 * Refuses  access.forbidden, stake.plan_unknown, terms.changed of the interest,
 *          stake.amount_out_of_range, stake.balance_insufficient, terms.changed of status and end:
 *          first match wins
 * Source   docs/product.md, Staking
 */
export function openStake(command: OpenStake, facts: StakeFacts): Decision<StakingEvent> {
  const { userId, userNo, amount, termDays, claimedUserId } = command
  if (claimedUserId !== undefined && claimedUserId !== userId) return refuse('access.forbidden')
  const refused = refusalOf(command, facts) ?? claimRefusal(command, facts.at)
  if (refused) return refused
  // A term without a plan was refused above.
  const plan = planFor(termDays) as StakingPlan
  const units = parseUnits(amount)
  return {
    type: 'StakeOpened',
    data: {
      userId,
      userNo,
      principal: { symbol: STAKED_SYMBOL, amount: formatUnits(units) },
      interest: { symbol: STAKED_SYMBOL, amount: formatUnits(interestFor(units, plan)) },
      apy: plan.apy,
      termDays,
      startedAt: facts.at,
      endsAt: endOf(termDays, facts.at),
    },
  }
}

/** Clocks differ, and a request may take a while. */
const END_CLAIM_TOLERANCE_MS = 60 * MINUTE_MS

function claimRefusal(
  { termDays, claimedStatus, claimedEndsAt }: OpenStake,
  at: Instant,
): Refusal | undefined {
  const refused = statusClaimRefusal(claimedStatus, 'active')
  if (refused || claimedEndsAt === undefined) return refused
  const endsAt = endOf(termDays, at)
  const differenceMs = Math.abs(epochMsOf(claimedEndsAt) - epochMsOf(endsAt))
  if (differenceMs <= END_CLAIM_TOLERANCE_MS) return undefined
  return refuse('terms.changed', { field: 'endDate', actual: endsAt })
}

function endOf(termDays: number, at: Instant): Instant {
  return instantOf(epochMsOf(at) + termDays * DAY_MS)
}

/**
 * At its end a position pays principal and interest automatically.
 *
 * State    active → completed
 * Refuses  item.unknown, stake.completed, stake.running: first match wins
 * Source   docs/product.md, Staking
 */
export function matureStake(
  state: StakeState,
  facts: { readonly at: Instant },
): Decision<StakingEvent> {
  if (state.status === 'none') return refuse('item.unknown')
  if (state.status === 'completed') return refuse('stake.completed')
  if (epochMsOf(facts.at) < epochMsOf(state.endsAt)) {
    return refuse('stake.running', { endsAt: state.endsAt })
  }
  const { principal, interest } = state
  return { type: 'StakeMatured', data: { principal, interest, maturedAt: facts.at } }
}
