import { expect } from 'vitest'
import { readBalances } from '#server/ledger/balances.ts'
import { formatUnits } from '#shared/money.ts'
import type { TestApp } from './app.ts'
import type { Person } from './traders.ts'

/** "USDT 12.5 + 3": available and frozen of every asset that was ever touched. */
export async function holdings(
  { services }: TestApp,
  { userNo }: Pick<Person, 'userNo'>,
): Promise<Record<string, string>> {
  const balances = await readBalances(services.pool, userNo)
  return Object.fromEntries(
    balances.map(({ symbol, available, frozen }) => [
      symbol,
      `${formatUnits(available)} + ${formatUnits(frozen)}`,
    ]),
  )
}

/** What holds at any moment: each asset sums to zero, and balances are what the log says. */
export async function expectBalancedLedger({ database }: TestApp): Promise<void> {
  const { rows: sums } = await database.pool.query(`
    with leg as (
      select debit as account, -amount as amount from event, unnest(debits, amounts) as t (debit, amount)
      union all
      select credit, amount from event, unnest(credits, amounts) as t (credit, amount)
    )
    select (abs(account) / 2) % 512 as asset, sum(amount) from leg group by 1 having sum(amount) <> 0`)
  expect(sums).toEqual([])
  const { rows: faults } = await database.pool.query(`
    with leg as (
      select debit as account, -amount as amount from event, unnest(debits, amounts) as t (debit, amount)
      union all
      select credit, amount from event, unnest(credits, amounts) as t (credit, amount)
    ), replay as (
      select account, sum(amount) as amount from leg where account > 0 group by account
    )
    select * from replay full join balance using (account)
    where coalesce(replay.amount, 0) <> coalesce(balance.amount, 0) or balance.amount < 0`)
  expect(faults).toEqual([])
}
