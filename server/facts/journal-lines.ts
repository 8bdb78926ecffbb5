import { transferSides } from '#server/events/transfer-sides.ts'
import { accountRangeOf, sqlChart } from '#server/ledger/chart.ts'

/**
 * SQL that reads one user's journal as of the last commit: the folded part, and the tail of the log
 * that is not in it yet, so that users see their own latest action.
 *
 * Shape   line (account, position, amount, balance); balance_at(account, position)
 * Params  $1 the user's number, $2 and $3 their first and last account
 */
export const OWN_LINES = `
  folded as (
    select coalesce(max(position), 0) as position from checkpoint where name = 'journal'
  ), tail_side as materialized (
    select account, position, sum(amount) as amount
    from (${transferSides('position > (select position from folded)')}) as side
    where account between $2 and $3
    group by account, position
  ), tail as materialized (
    select account, position, amount,
           coalesce((
             select balance from journal as earlier
             where earlier.account = tail_side.account order by earlier.position desc limit 1
           ), 0) + sum(amount) over (partition by account order by position) as balance
    from tail_side
  ), line as not materialized (
    select account, position, amount, balance from journal
    where ${sqlChart.ownerOf('account')} = $1
    union all
    select account, position, amount, balance from tail
  )`

/** What an account held right after a position; null if it was never touched before. */
export function balanceAt(account: string, position: string): string {
  // The tail comes entirely after the folded part.
  return `coalesce(
    (select balance from tail where account = ${account} and position <= ${position}
     order by position desc limit 1),
    (select balance from journal where account = ${account} and position <= ${position}
     order by position desc limit 1))`
}

export function ownerParameters(userNo: bigint): readonly bigint[] {
  const { first, last } = accountRangeOf(userNo)
  return [userNo, first, last]
}
