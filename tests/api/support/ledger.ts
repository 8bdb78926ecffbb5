import { FEATURES } from '#server/features/index.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { formatUnits } from '#shared/money.ts'
import { counting } from '#tests/ledger/adjusting.ts'
import { verifyLedger } from '#tests/support/verify-ledger.ts'
import type { TestApp } from './app.ts'
import type { Person } from './traders.ts'

/** Available and frozen balances by asset: { USDT: "12.5 + 3" }. */
export async function holdings(
  { services }: Pick<TestApp, 'services'>,
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

/** Asserts that sums, hash chains, documents and balances match the log. */
export async function expectSoundLedger({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await verifyLedger(database.pool, [...FEATURES.aggregates, counting])
}
