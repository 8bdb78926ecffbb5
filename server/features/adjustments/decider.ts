import type { Aggregate, Decision } from '#server/events/decider.ts'
import {
  type EarlierProposal,
  type HasEarlierProposals,
  withDecided,
} from '#server/reviews/decide-proposal.ts'
import {
  firstOfTwo,
  type MayNeedSecondApproval,
  proposalRefusal,
  type Reviewer,
  type Worth,
  weightOf,
} from '#server/reviews/decide-review.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import type { AdjustableSymbol } from '#shared/rules/adjustments.ts'
import type { Instant } from '#shared/time.ts'
import { type AdjustmentEvent, adjustmentEvents, type PortfolioAdjusted } from './events.ts'

type Adjusted = Omit<PortfolioAdjusted['data'], 'weight'>
export type Change = Adjusted['changes'][number]

type Proposed = Pick<Adjusted, 'purpose' | 'changes' | 'reason'>

/** An earlier adjustment, or one that was rejected. */
export interface EarlierAdjustment extends EarlierProposal {
  readonly changes: readonly Change[]
}

/** The last adjustment of a user's balances by staff, and a proposed one. */
export type AdjustmentState = { readonly status: 'none' | 'applied' } & Adjusted &
  MayNeedSecondApproval &
  HasEarlierProposals<EarlierAdjustment> & {
    /** Omitted if nothing waits for a second person. */
    readonly proposed?: Proposed
  }

const initial: AdjustmentState = {
  status: 'none',
  userId: '',
  userNo: '',
  purpose: 'edit',
  changes: [],
  reason: '',
  adjustedBy: '',
  adjustedAt: '',
}

/**
 * One stream per user, an event for each adjustment: none → applied → applied again. An adjustment
 * that needs two people is first proposed, then applied or dropped.
 */
export const adjustments: Aggregate<AdjustmentState, AdjustmentEvent> = {
  kind: 'adjustment',
  events: adjustmentEvents,
  // Since 2, the state keeps the earlier adjustments and proposals, and how they ended.
  shape: 2,
  initial,
  evolve,
  approval: {
    first: 'AdjustmentProposed',
    last: 'PortfolioAdjusted',
    moves: (_, event) => {
      const changes = 'changes' in event.data ? event.data.changes : []
      return [given(changes), taken(changes)]
    },
  },
  summarise: ({ status, proposed }) => ({ status, waiting: proposed !== undefined }),
}

function evolve(state: AdjustmentState, event: AdjustmentEvent): AdjustmentState {
  const { proposed, firstApproval: _first, ...settled } = state
  switch (event.type) {
    case 'PortfolioAdjusted': {
      const { weight: _weight, ...adjustment } = event.data
      const { changes, reason, adjustedBy: decidedBy, adjustedAt: decidedAt } = adjustment
      const applied = { outcome: 'applied', changes, reason, decidedBy, decidedAt } as const
      return { ...adjustment, status: 'applied', earlier: withDecided(state, applied) }
    }
    case 'AdjustmentProposed': {
      const { userId, userNo, firstApproval, purpose, changes, reason } = event.data
      return { ...settled, userId, userNo, firstApproval, proposed: { purpose, changes, reason } }
    }
    case 'AdjustmentDropped': {
      if (!proposed) return settled
      const { droppedBy: decidedBy, droppedAt: decidedAt } = event.data
      const { changes, reason } = proposed
      const rejected = { outcome: 'rejected', changes, reason, decidedBy, decidedAt } as const
      return { ...settled, earlier: withDecided(state, rejected) }
    }
  }
}

interface Adjustment {
  readonly userId: string
  readonly userNo: string
  /** Shown to the user with the movement. */
  readonly reason: string
}

export interface EditPortfolio extends Adjustment {
  readonly targets: readonly {
    readonly symbol: AdjustableSymbol
    readonly available: Decimal
    /** A claim: what was available when staff saw it. */
    readonly was: Decimal
  }[]
}

export interface AdjustmentFacts {
  readonly adjustedBy: string
  readonly at: Instant
  /** What the user has available, by asset, without assets that were never used. */
  readonly available: ReadonlyMap<string, Units>
}

/**
 * Staff set what a user has available of some assets. Added amounts come from the house account for
 * adjustments, and deducted amounts go there.
 *
 * Refused if a balance has changed since staff saw it, so that no one undoes a deposit or a trade
 * that they have not seen.
 *
 * State    none or applied → applied
 * Units    1e-8 of each asset; nothing frozen is touched
 * Refuses  access.own_account, adjustment.reason_required, adjustment.balance_changed,
 *          adjustment.unchanged: first match wins
 * Source   docs/product.md, Adjustments
 */
export function editPortfolio(
  command: EditPortfolio,
  facts: AdjustmentFacts,
): Decision<PortfolioAdjusted> {
  const refused = refusalOf(command, facts)
  if (refused) return refused
  const changed = changeSince(command.targets, facts)
  if (changed) return changed
  const changes = command.targets.flatMap(({ symbol, available, was }) =>
    changeOf(symbol, parseUnits(available) - parseUnits(was)),
  )
  return adjusted(command, 'edit', { changes, facts })
}

export interface ResetPortfolio extends Adjustment {
  /**
   * A claim: what was available when staff saw it; a missing asset means zero. Without it,
   * everything that is available at the decision is taken.
   */
  readonly was?: Readonly<Partial<Record<string, Decimal>>> | undefined
}

/**
 * Staff set all available balances of a user to zero. Frozen money stays: it belongs to requests,
 * trades and stakes that are decided elsewhere. Money that arrived after staff saw the balances is
 * not taken unseen.
 *
 * State    none or applied → applied
 * Units    1e-8 of each asset
 * Refuses  access.own_account, adjustment.reason_required, adjustment.balance_changed,
 *          adjustment.unchanged: first match wins
 * Source   docs/product.md, Adjustments
 */
export function resetPortfolio(
  command: ResetPortfolio,
  facts: AdjustmentFacts,
): Decision<PortfolioAdjusted> {
  const refused = refusalOf(command, facts)
  if (refused) return refused
  const { was } = command
  if (was) {
    const symbols = new Set([...Object.keys(was), ...facts.available.keys()])
    const seen = [...symbols].map((symbol) => ({ symbol, was: was[symbol] ?? '0' }))
    const changed = changeSince(seen, facts)
    if (changed) return changed
  }
  const changes = [...facts.available].flatMap(([symbol, units]) => changeOf(symbol, -units))
  return adjusted(command, 'reset', { changes, facts })
}

/** Refuses adjustment.balance_changed: staff have not seen the current balance */
function changeSince(
  seen: readonly { readonly symbol: string; readonly was: Decimal }[],
  { available }: AdjustmentFacts,
): Refusal | undefined {
  for (const { symbol, was } of seen) {
    const actual = available.get(symbol) ?? 0n
    if (parseUnits(was) === actual) continue
    return refuse('adjustment.balance_changed', { symbol, actual: formatUnits(actual) })
  }
  return undefined
}

function refusalOf(
  { userId, reason }: Adjustment,
  { adjustedBy }: AdjustmentFacts,
): Refusal | undefined {
  if (userId === adjustedBy) return refuse('access.own_account')
  if (reason === '') return refuse('adjustment.reason_required')
  return undefined
}

/** The change for a signed difference of an asset in 1e-8; empty for zero. */
export function changeOf(symbol: string, units: Units): Change[] {
  if (units === 0n) return []
  return units > 0n
    ? [{ symbol, direction: 'credit', amount: formatUnits(units) }]
    : [{ symbol, direction: 'debit', amount: formatUnits(-units) }]
}

function adjusted(
  { userId, userNo, reason }: Adjustment,
  purpose: Adjusted['purpose'],
  { changes, facts }: { readonly changes: Change[]; readonly facts: AdjustmentFacts },
): Decision<PortfolioAdjusted> {
  if (changes.length === 0) return refuse('adjustment.unchanged')
  const { adjustedBy, at } = facts
  return {
    type: 'PortfolioAdjusted',
    data: { userId, userNo, purpose, changes, reason, adjustedBy, adjustedAt: at },
  }
}

export const given = (changes: readonly Change[]) =>
  changes.filter(({ direction }) => direction === 'credit')
export const taken = (changes: readonly Change[]) =>
  changes.filter(({ direction }) => direction === 'debit')

/** The value of an adjustment: what it adds or what it deducts, whichever is more. */
export type WorthOfChanges = (given: readonly Change[], taken: readonly Change[]) => Worth | null

function worthOfAll(changes: readonly Change[], worthOf: WorthOfChanges): Worth | null {
  return worthOf(given(changes), taken(changes))
}

/**
 * Above the limit an adjustment is only proposed, and takes effect when another member of staff
 * approves.
 *
 * State    none or applied, with a proposal where two people are needed
 * Refuses  what the adjustment is refused for, adjustment.waiting: first match wins
 */
export function adjustOrPropose(
  state: AdjustmentState,
  decision: Decision<PortfolioAdjusted>,
  worthOf: WorthOfChanges,
): Decision<AdjustmentEvent> {
  if (isRefusal(decision)) return decision
  if (state.proposed) return refuse('adjustment.waiting')
  const { adjustedBy, adjustedAt, ...adjustment } = decision.data
  const worth = worthOfAll(adjustment.changes, worthOf)
  const facts = { reviewerId: adjustedBy, at: adjustedAt, worth }
  const first = firstOfTwo({}, null, facts)
  if (!first) return { ...decision, data: { ...decision.data, ...weightOf({}, facts) } }
  if (isRefusal(first)) return first
  return { type: 'AdjustmentProposed', data: { ...adjustment, firstApproval: first.data } }
}

export interface ReviewAdjustment {
  readonly action: 'approve' | 'reject'
  /** A claim: the time of the proposal that the reviewer has seen. */
  readonly proposedAt: Instant
}

/**
 * Another member of staff approves the proposal unchanged, or any member of staff rejects it.
 *
 * State    applied, or as it was before the proposal
 * Refuses  adjustment.none_waits, access.own_account, approval.second_person,
 *          approval.outdated, adjustment.balance_changed: first match wins
 */
export function reviewAdjustment(
  state: AdjustmentState,
  { action, proposedAt }: ReviewAdjustment,
  facts: Reviewer & {
    readonly available: AdjustmentFacts['available']
    readonly worthOf: WorthOfChanges
  },
): Decision<AdjustmentEvent> {
  const { proposed, firstApproval, userId, userNo } = state
  const { reviewerId, at, available } = facts
  if (!proposed || !firstApproval || firstApproval.approvedAt !== proposedAt) {
    return refuse('adjustment.none_waits')
  }
  if (userId === reviewerId) return refuse('access.own_account')
  if (action === 'reject') {
    return { type: 'AdjustmentDropped', data: { droppedBy: reviewerId, droppedAt: at } }
  }
  const refused = proposalRefusal(firstApproval, facts)
  if (refused) return refused
  for (const { symbol, direction, amount } of proposed.changes) {
    const actual = available.get(symbol) ?? 0n
    if (direction === 'debit' && actual < parseUnits(amount)) {
      return refuse('adjustment.balance_changed', { symbol, actual: formatUnits(actual) })
    }
  }
  const worth = worthOfAll(proposed.changes, facts.worthOf)
  const by = { adjustedBy: reviewerId, adjustedAt: at, ...weightOf(state, { ...facts, worth }) }
  return { type: 'PortfolioAdjusted', data: { userId, userNo, ...proposed, ...by } }
}
