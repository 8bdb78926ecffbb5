import fc from 'fast-check'
import type { AnyAggregate } from '#server/events/decider.ts'
import { type Movement, worthOf } from '#server/reviews/approvals.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'
import type { Outcome, Turn } from './turn.ts'

/** One kind of command: its possible inputs, and how to run it. */
export interface Act {
  readonly inputs: fc.Arbitrary<unknown>
  readonly run: (turn: Turn, input: never) => Promise<Outcome>
}

export function act<I>(
  inputs: fc.Arbitrary<I>,
  run: (turn: Turn, input: I) => Promise<Outcome>,
): Act {
  return { inputs, run }
}

/** A feature that moves money, as the model sees it. */
export interface MoneyFeature {
  readonly aggregate: AnyAggregate
  readonly acts: Readonly<Record<string, Act>>
  /** The events that decide on a request, each with the event by which it was submitted. */
  readonly decides?: Readonly<Record<string, string>>
}

export const who = fc.nat({ max: 2 })
export const which = fc.nat({ max: 12 })
export const reviewer = fc.nat({ max: 1 })

/** An amount as a percentage of the available balance, or an exact one. */
export type Sum = { readonly percent: number } | { readonly exactly: Decimal }

export function sum(...exact: readonly Decimal[]): fc.Arbitrary<Sum> {
  return fc.oneof(
    fc.record({ percent: fc.constantFrom(1, 10, 33, 50, 99, 100, 101, 250) }),
    fc.record({ exactly: fc.constantFrom('0.00000001', ...exact) }),
  )
}

/** Between the smaller and larger requests of the model, so that both paths run. */
const SECOND_APPROVAL_ABOVE_USD = '5000'

/** The value of an approval at the model's prices, by a reviewer who has approved nothing. */
export function worthAt(turn: Turn, ways: Movement['ways']) {
  const config = { secondApprovalAboveUsd: SECOND_APPROVAL_ABOVE_USD }
  const prices = { current: (symbol: string) => turn.current(symbol) }
  const needs = { config, prices, approvals: () => NOTHING_APPROVED }
  return worthOf(needs, { ways, flow: 'within', userNo: '' })
}

/** At least the smallest unit: forms and schemas accept no less. */
export function amountOf(wanted: Sum, available: Units): Decimal {
  if ('exactly' in wanted) return wanted.exactly
  const units = (available * BigInt(wanted.percent)) / 100n
  return formatUnits(units > 0n ? units : parseUnits('0.00000001'))
}
