import type { Transfer } from './log.ts'

/** What a group of commands does to one user account. */
export interface BalanceChange {
  readonly account: bigint
  readonly change: bigint
  /** The lowest running total, at most 0: no command of the group may overdraw the account. */
  readonly lowest: bigint
}

/** What one command does to each user account: the sum of all its transfers. */
export function changesOf(transfers: readonly Transfer[]): Map<bigint, bigint> {
  const changes = new Map<bigint, bigint>()
  const add = (account: bigint, amount: bigint) => {
    // House accounts have no balance row: a follower sums them up later.
    if (account > 0n) changes.set(account, (changes.get(account) ?? 0n) + amount)
  }
  for (const { debit, credit, amount } of transfers) {
    add(debit, -amount)
    add(credit, amount)
  }
  return changes
}

/** The changes of a group, command by command; sorted, so that all writers lock in one order. */
export function changesOfGroup(group: readonly (readonly Transfer[])[]): BalanceChange[] {
  const totals = new Map<bigint, BalanceChange>()
  for (const transfers of group) {
    for (const [account, step] of changesOf(transfers)) {
      const before = totals.get(account) ?? { account, change: 0n, lowest: 0n }
      const change = before.change + step
      const lowest = change < before.lowest ? change : before.lowest
      totals.set(account, { account, change, lowest })
    }
  }
  return [...totals.values()].sort((left, right) => (left.account < right.account ? -1 : 1))
}
