import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import type { Findings } from './ledger-fault.ts'
import { scan } from './scan.ts'

const CLAIMANTS = (kinds: readonly string[]) => `
  select kind, data from document
  where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()}) and status = 'active'`

// The copies have an index of active streams; only few streams are not copied yet.
const COPIED_CLAIMANTS = (kinds: readonly string[]) => `
  with ahead as materialized (
    select distinct stream from event
    where position > (select coalesce(max(position), 0) from checkpoint where name = 'listed')
  )
  select kind, data from listed
  where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()}) and status = 'active'
    and stream not in (select stream from ahead)
  union all
  select kind, data from document join ahead using (stream)
  where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()}) and status = 'active'`

const SUMS = 'select name, trim_scale(amount) as amount from open_claim order by name'

/**
 * Compares the claims of open streams with the sums that the database keeps.
 *
 * Finds a sum that differs from the claims of its name.
 *
 * @param isFull false: reads open streams from the copies that lists show
 */
export async function verifyClaims(
  client: PoolClient,
  findings: Findings,
  { aggregates, isFull }: { aggregates: readonly AnyAggregate[]; isFull: boolean },
): Promise<void> {
  const claimants = new Map(
    aggregates.flatMap(({ kind, claims }) => (claims ? [[kind, claims] as const] : [])),
  )
  const claimed = new Map<string, bigint>()
  const query = (isFull ? CLAIMANTS : COPIED_CLAIMANTS)([...claimants.keys()])
  for await (const row of scan<{ kind: string; data: unknown }>(client, 'claimants', query)) {
    for (const { name, amount } of claimants.get(row.kind)?.(row.data) ?? []) {
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
