import type { PortfolioAdjusted } from '#server/events/catalog/adjustments.ts'
import { type Aggregate, type Decision, type Refusal, refuse } from '#server/events/decider.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import type { AdjustableSymbol } from '#shared/rules/adjustments.ts'
import type { Instant } from '#shared/time.ts'

type Adjusted = PortfolioAdjusted['data']
export type Change = Adjusted['changes'][number]

/** What staff did to the balances of a user last. */
export type AdjustmentState = { readonly status: 'none' | 'applied' } & Adjusted

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

/** One stream per user, an event for each adjustment: none → applied → applied again. */
export const adjustments: Aggregate<AdjustmentState, PortfolioAdjusted> = {
  kind: 'adjustment',
  initial,
  evolve: (state, { data }) => ({ ...state, ...data, status: 'applied' }),
  summarise: ({ status }) => ({ status, waiting: false }),
}

interface Adjustment {
  readonly userId: string
  readonly userNo: string
  /** The user reads it beside the movement. */
  readonly reason: string
}

export interface EditPortfolio extends Adjustment {
  readonly targets: readonly {
    readonly symbol: AdjustableSymbol
    readonly available: Decimal
    /** A claim: what was available when it was looked at. */
    readonly was: Decimal
  }[]
}

export interface AdjustmentFacts {
  readonly adjustedBy: string
  readonly at: Instant
  /** What the user has available, by asset; assets never touched are left out. */
  readonly available: ReadonlyMap<string, Units>
}

/**
 * Staff set what a user has available of some assets. What is added comes from the house's account
 * of adjustments, and what is taken goes there.
 *
 * A balance that has moved since it was looked at is looked at again: nobody undoes a deposit or a
 * trade that they have not seen.
 *
 * State    none or applied → applied
 * Units    1e-8 of each asset; nothing frozen is touched
 * Refuses  access.own_account, adjustment.reason_required, adjustment.balance_changed,
 *          adjustment.unchanged: first match wins
 * Source   spec 2 §2 user management, §9; ruling 22
 */
export function editPortfolio(
  command: EditPortfolio,
  facts: AdjustmentFacts,
): Decision<PortfolioAdjusted> {
  const refused = refusalOf(command, facts)
  if (refused) return refused
  for (const { symbol, was } of command.targets) {
    const actual = facts.available.get(symbol) ?? 0n
    if (parseUnits(was) !== actual) {
      return refuse('adjustment.balance_changed', { symbol, actual: formatUnits(actual) })
    }
  }
  const changes = command.targets.flatMap(({ symbol, available, was }) =>
    changeOf(symbol, parseUnits(available) - parseUnits(was)),
  )
  return adjusted(command, 'edit', { changes, facts })
}

/**
 * Staff set everything that a user has available to zero. What is frozen stays where it is: it
 * belongs to requests, trades and stakes that somebody else decides.
 *
 * State    none or applied → applied
 * Units    1e-8 of each asset
 * Refuses  access.own_account, adjustment.reason_required, adjustment.unchanged: first match wins
 * Source   spec 2 §2 user management; ruling 22
 */
export function resetPortfolio(
  command: Adjustment,
  facts: AdjustmentFacts,
): Decision<PortfolioAdjusted> {
  const refused = refusalOf(command, facts)
  if (refused) return refused
  const changes = [...facts.available].flatMap(([symbol, units]) => changeOf(symbol, -units))
  return adjusted(command, 'reset', { changes, facts })
}

function refusalOf(
  { userId, reason }: Adjustment,
  { adjustedBy }: AdjustmentFacts,
): Refusal | undefined {
  if (userId === adjustedBy) return refuse('access.own_account')
  if (reason === '') return refuse('adjustment.reason_required')
  return undefined
}

function changeOf(symbol: string, units: Units): Change[] {
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
