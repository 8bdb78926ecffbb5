import type { Transfer } from '#server/events/log.ts'
import { assetOfAccount } from '#server/ledger/chart.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import {
  type LiabilityStatement,
  type StatedAsset,
  statementOf,
} from '#shared/proofs/liability-statement.ts'
import { AuditFault } from './audit-fault.ts'
import type { AuditedEvent, EventCheck } from './event-check.ts'

/** What users own, and what is promised to them in addition. */
type Part = 'owned' | 'interest' | 'payouts'

const NOTHING: Readonly<Record<Part, bigint>> = { owned: 0n, interest: 0n, payouts: 0n }

interface Change {
  readonly position: number
  readonly symbol: string
  readonly part: Part
  /** 1e-8 of the symbol. */
  readonly amount: bigint
}

interface Money {
  readonly symbol: string
  readonly amount: string
}

/**
 * Compares each statement of liabilities with what users owned and were promised at its position,
 * according to the log. Its roots cannot be recomputed, because the salts of the leaves are secrets
 * of the users.
 *
 * Source: docs/proofs.md, Liabilities
 */
export class LiabilitiesCheck implements EventCheck {
  readonly types = [
    ...['LiabilitiesRequested', 'LiabilitiesPublished', 'StakeOpened', 'StakeMatured'],
    ...['FuturesOpened', 'FuturesRequested', 'FuturesSettled', 'FuturesVoided'],
  ]
  readonly #amounts = new Map<string, Record<Part, bigint>>()
  /** The maximum win of open futures trades, by stream. */
  readonly #payouts = new Map<string, { symbol: string; amount: bigint }>()
  #requestedAt: number | undefined
  /**
   * Changes since a request: a statement refers to a moment between its request and its own event.
   */
  #changes: Change[] = []
  #statements = 0

  moved(position: number, transfers: readonly Transfer[]): void {
    for (const { debit, credit, amount } of transfers) {
      if (debit > 0n === credit > 0n) continue
      const symbol = assetOfAccount(credit)
      this.#add({ position, symbol, part: 'owned', amount: credit > 0n ? amount : -amount })
    }
  }

  next(event: AuditedEvent): void {
    const { position, type, data } = event
    if (type === 'LiabilitiesRequested') {
      this.#requestedAt = position
      this.#changes = []
    } else if (type === 'LiabilitiesPublished') this.#compare(event)
    else if (type.startsWith('Futures')) this.#promisePayout(event)
    else {
      const { symbol, amount } = (data as { interest: Money }).interest
      const units = parseUnits(amount)
      const change = type === 'StakeOpened' ? units : -units
      this.#add({ position, symbol, part: 'interest', amount: change })
    }
  }

  summary(): string {
    return `statements of liabilities: ${this.#statements}`
  }

  #promisePayout({ position, stream, type, data }: AuditedEvent): void {
    if (type === 'FuturesSettled' || type === 'FuturesVoided') {
      const open = this.#payouts.get(stream)
      this.#payouts.delete(stream)
      if (open) this.#add({ ...open, position, part: 'payouts', amount: -open.amount })
      return
    }
    const { stake, profitRatio } = data as { stake: Money; profitRatio: number }
    const amount = (parseUnits(stake.amount) * BigInt(profitRatio)) / 100n
    this.#payouts.set(stream, { symbol: stake.symbol, amount })
    this.#add({ position, symbol: stake.symbol, part: 'payouts', amount })
  }

  #compare(event: AuditedEvent): void {
    const statement = statementOf(event)
    const fault = statement ? this.#faultIn(statement, event.position) : 'it cannot be read'
    if (fault !== undefined) {
      const message = `the statement of event ${event.position}: ${fault}`
      throw new AuditFault('liabilities', event.position, message)
    }
    this.#statements += 1
    this.#requestedAt = undefined
    this.#changes = []
  }

  #faultIn({ position, assets }: LiabilityStatement, publishedAt: number): string | undefined {
    const counted = Number(position)
    const requestedAt = this.#requestedAt ?? Number.POSITIVE_INFINITY
    if (counted < requestedAt || counted >= publishedAt) {
      return `position ${counted} is not between its request and its publication`
    }
    const stated = new Map(assets.map((asset) => [asset.symbol, asset]))
    if (stated.size < assets.length) return 'it has an asset twice'
    const amounts = this.#amountsAt(counted)
    for (const symbol of new Set([...amounts.keys(), ...stated.keys()])) {
      const owed = amounts.get(symbol) ?? NOTHING
      const difference = differenceIn(stated.get(symbol), owed)
      if (difference !== undefined) return `at position ${counted}, ${symbol} has ${difference}`
    }
    return undefined
  }

  #amountsAt(position: number): Map<string, Record<Part, bigint>> {
    const amounts = new Map([...this.#amounts].map(([symbol, parts]) => [symbol, { ...parts }]))
    for (const change of this.#changes.filter((each) => each.position > position)) {
      const parts = amounts.get(change.symbol)
      if (parts) parts[change.part] -= change.amount
    }
    return amounts
  }

  #add(change: Change): void {
    const { symbol, part, amount } = change
    const parts = this.#amounts.get(symbol) ?? { ...NOTHING }
    parts[part] += amount
    this.#amounts.set(symbol, parts)
    if (this.#requestedAt !== undefined) this.#changes.push(change)
  }
}

/** An asset of which nothing is owed may be missing from a statement. */
function differenceIn(
  stated: StatedAsset | undefined,
  { owned, interest, payouts }: Readonly<Record<Part, bigint>>,
): string | undefined {
  const expected = { total: owned + interest + payouts, interest, payouts }
  for (const [name, amount] of Object.entries(expected)) {
    const said = stated?.[name as keyof typeof expected] ?? '0'
    if (said !== formatUnits(amount))
      return `${name} ${said}, the log comes to ${formatUnits(amount)}`
  }
  return undefined
}
