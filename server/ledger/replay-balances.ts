import type { Transfer } from '#server/events/log.ts'
import { type Account, accountParts, assetOfAccount, named, sideOf } from './chart.ts'
import { type Findings, LedgerFault, withinEvent } from './ledger-fault.ts'
import { wholeUnits } from './scan.ts'

export interface TransferRow {
  readonly position: string
  readonly debits: readonly string[]
  readonly credits: readonly string[]
  readonly amounts: readonly string[]
}

/**
 * Replays transfers on balances, event by event.
 *
 * Finds, in this order: a gap in the positions; an invalid transfer; a user account that is below
 * zero after any event.
 */
export class BalanceReplay {
  readonly #findings: Findings
  readonly balances: Map<Account, bigint>
  /** The position of the last event. */
  last: bigint
  transfers = 0

  constructor(findings: Findings, balances: Map<Account, bigint>, after = 0n) {
    this.#findings = findings
    this.balances = balances
    this.last = after
  }

  /** @returns the movements of the event */
  next(row: TransferRow): readonly Transfer[] {
    const position = BigInt(row.position)
    if (position !== this.last + 1n) {
      const gap = `position ${this.last + 1n} is missing: the next event is at ${position}`
      this.#findings.add('positions', gap)
    }
    this.last = position
    const moved = this.#findings.within('transfers', () => soundTransfers(row)) ?? []
    this.transfers += moved.length
    for (const account of replay(moved, this.balances)) {
      const amount = this.balances.get(account) as bigint
      if (account > 0n && amount < 0n) {
        const fall = `event ${position}: ${named(account)} falls to ${amount}`
        this.#findings.add('overdrawn', fall)
      }
    }
    return moved
  }
}

/** Finds an asset whose accounts do not sum to zero. */
export function verifySums(findings: Findings, balances: ReadonlyMap<Account, bigint>): void {
  const sums = new Map<string, bigint>()
  for (const [account, amount] of balances) {
    const { symbol } = accountParts(account)
    sums.set(symbol, (sums.get(symbol) ?? 0n) + amount)
  }
  for (const [symbol, sum] of sums) {
    if (sum !== 0n) findings.add('sums', `all accounts in ${symbol} sum to ${sum}, not to zero`)
  }
}

/** Users' totals of each asset and part, as accounts of owner 0, and each house account. */
export function sidesOf(balances: ReadonlyMap<Account, bigint>): ReadonlyMap<Account, bigint> {
  const sides = new Map<Account, bigint>()
  for (const [account, amount] of balances) {
    const side = sideOf(account)
    sides.set(side, (sides.get(side) ?? 0n) + amount)
  }
  return sides
}

function soundTransfers({ position, debits, credits, amounts }: TransferRow): Transfer[] {
  if (debits.length !== amounts.length || credits.length !== amounts.length) {
    throw new LedgerFault(`event ${position}: a transfer has lost one of its sides`)
  }
  return withinEvent(position, () =>
    amounts.map((text, index) => {
      const [debit, credit] = [BigInt(debits[index] as string), BigInt(credits[index] as string)]
      const amount = wholeUnits(text)
      const isSound =
        amount !== undefined && amount > 0n && assetOfAccount(debit) === assetOfAccount(credit)
      if (!isSound) throw new Error(`transfer ${index + 1} is not sound`)
      return { debit, credit, amount }
    }),
  )
}

/** @returns the accounts whose balance changed */
function replay(moved: readonly Transfer[], balances: Map<Account, bigint>): Set<Account> {
  const touched = new Set<Account>()
  for (const { debit, credit, amount } of moved) {
    balances.set(debit, (balances.get(debit) ?? 0n) - amount)
    balances.set(credit, (balances.get(credit) ?? 0n) + amount)
    touched.add(debit).add(credit)
  }
  return touched
}
