import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import type { Findings } from './ledger-fault.ts'
import { scan } from './scan.ts'

const CLAIMANTS = (kinds: readonly string[]) => `
  select kind, data from document
  where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()}) and status = 'active'`

const SUMS = 'select name, trim_scale(amount) as amount from open_claim order by name'

/**
 * Compares what open streams count against limits with the sums that the database keeps.
 *
 * Finds a sum that differs from the claims of its name.
 */
export async function verifyClaims(
  client: PoolClient,
  findings: Findings,
  aggregates: readonly AnyAggregate[],
): Promise<void> {
  const claimants = new Map(
    aggregates.flatMap(({ kind, claims }) => (claims ? [[kind, claims] as const] : [])),
  )
  const claimed = new Map<string, bigint>()
  const query = CLAIMANTS([...claimants.keys()])
  for await (const row of scan<{ kind: string; data: unknown }>(client, 'claimants', query)) {
    for (const { name, amount } of claimants.get(row.kind)?.(row.data as never) ?? []) {
      claimed.set(name, (claimed.get(name) ?? 0n) + parseUnits(amount))
    }
  }
  const known = new Map<string, bigint>()
  for await (const { name, amount } of scan<{ name: string; amount: string }>(
    client,
    'sums',
    SUMS,
  )) {
    known.set(name, parseUnits(amount))
  }
  for (const name of new Set([...known.keys(), ...claimed.keys()])) {
    const [sum, meant] = [known.get(name) ?? 0n, claimed.get(name) ?? 0n]
    if (sum !== meant) findings.add('limits', `${name} counts ${sum}, open items come to ${meant}`)
  }
}
