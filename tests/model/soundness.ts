import { expect } from 'vitest'
import type { CatalogEvent } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { assetOfAccount, frozenOf, isFrozen } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { parseUnits } from '#shared/money.ts'
import { MONEY_FEATURES } from './features.ts'
import type { FoldedLog } from './folded-log.ts'

type Balances = ReadonlyMap<bigint, bigint>

const AGGREGATES = Object.values(MONEY_FEATURES).map(({ aggregate }) => aggregate)

/** Invariants that hold after every step. */
export function expectSound(log: FoldedLog): void {
  expectZeroSums(log.balances)
  expectNoDebts(log.balances)
  expectHeldFrozen(log)
  expectReplayed(log)
}

function expectZeroSums(balances: Balances): void {
  const sums = new Map<string, bigint>()
  for (const [account, amount] of balances) {
    const symbol = assetOfAccount(account)
    sums.set(symbol, (sums.get(symbol) ?? 0n) + amount)
  }
  expect(withoutZeros(sums), 'sums of all accounts').toEqual(new Map())
}

function expectNoDebts(balances: Balances): void {
  const debts = [...balances].filter(([account, amount]) => account > 0n && amount < 0n)
  expect(debts, 'balances below zero').toEqual([])
}

/** Every frozen balance equals the holds of its owner's open items, to the last unit. */
function expectHeldFrozen({ documents, balances }: FoldedLog): void {
  const held = new Map<bigint, bigint>()
  for (const { stream, owner, state } of documents.values()) {
    for (const { symbol, amount } of aggregateOf(stream).holds?.(state) ?? []) {
      const account = frozenOf(owner ?? 0n, symbol)
      held.set(account, (held.get(account) ?? 0n) + parseUnits(amount))
    }
  }
  const frozen = new Map([...balances].filter(([account]) => isFrozen(account)))
  expect(withoutZeros(frozen), 'frozen equals the holds of open items').toEqual(withoutZeros(held))
}

/** Replaying the events gives the same states and balances. */
function expectReplayed({ events, documents, balances }: FoldedLog): void {
  const states = new Map<string, unknown>()
  const amounts = new Map<bigint, bigint>()
  const add = (account: bigint, amount: bigint) =>
    amounts.set(account, (amounts.get(account) ?? 0n) + amount)
  for (const { stream, type, data, owner } of events) {
    const event = { type, data } as CatalogEvent
    const aggregate = aggregateOf(stream)
    const before = states.get(stream) ?? aggregate.initial
    states.set(stream, aggregate.evolve(before, event))
    for (const { debit, credit, amount } of transfersFor(event, owner)) {
      add(debit, -amount)
      add(credit, amount)
    }
  }
  expect(withoutZeros(amounts), 'balances of a replay').toEqual(withoutZeros(balances))
  const inline = new Map([...documents].map(([stream, { state }]) => [stream, state]))
  expect(textOf(states), 'states of a replay').toBe(textOf(inline))
}

function aggregateOf(stream: string): AnyAggregate {
  const found = AGGREGATES.find(({ kind }) => stream.startsWith(`${kind}-0`))
  if (!found) throw new Error(`the model has no feature for ${stream}`)
  return found
}

function textOf(states: ReadonlyMap<string, unknown>): string {
  return canonicalJson(Object.fromEntries(states))
}

function withoutZeros<K>(amounts: ReadonlyMap<K, bigint>): Map<K, bigint> {
  return new Map([...amounts].filter(([, amount]) => amount !== 0n))
}
