import type { Pool } from 'pg'
import { accountRangeOf, ownerNoOf, sqlChart } from './chart.ts'
import { type AccountRange, LAST_ACCOUNT, nextAccounts } from './prove-accounts.ts'
import { inSnapshot } from './snapshot.ts'
import { ACCOUNTS_IN_TURN, type VerifiedState } from './verified-state.ts'
import type { ChosenOwners } from './verify-holds.ts'

const ACCOUNTS_AT_ONCE = 50_000
const OWNERS_AT_ONCE = 10_000

/** The owners whose frozen money is compared: all, or those whose balances are compared. */
export function ownerParts(pool: Pool, since: VerifiedState): AsyncGenerator<ChosenOwners> {
  return since.position === 0n ? everyOwner(pool) : ownersSince(pool, since)
}

async function* everyOwner(pool: Pool): AsyncGenerator<ChosenOwners> {
  let after = 0n
  while (after < ownerNoOf(LAST_ACCOUNT)) {
    const { last } = accountRangeOf(after)
    const part = ownersOf(await nextOf(pool, last, ACCOUNTS_AT_ONCE))
    yield part
    after = part.upTo
  }
}

async function* ownersSince(
  pool: Pool,
  { position, comparedTo }: VerifiedState,
): AsyncGenerator<ChosenOwners> {
  yield ownersOf(await nextOf(pool, comparedTo, ACCOUNTS_IN_TURN))
  let after = 0n
  for (;;) {
    const { rows } = await inSnapshot(pool, (client) =>
      client.query<{ owner: string }>(
        `select distinct ${sqlChart.ownerOf('account')} as owner
         from event cross join lateral unnest(debits || credits) as account
         where position > $1 and account > 0
           and ${sqlChart.isFrozen('account')} and ${sqlChart.ownerOf('account')} > $2
         order by owner limit $3`,
        [position, after, OWNERS_AT_ONCE],
      ),
    )
    const owners = rows.map(({ owner }) => BigInt(owner))
    if (owners.length > 0) yield { owners }
    if (owners.length < OWNERS_AT_ONCE) return
    after = owners.at(-1) ?? 0n
  }
}

function nextOf(pool: Pool, behind: bigint, count: number): Promise<AccountRange> {
  return inSnapshot(pool, (client) => nextAccounts(client, behind, count))
}

/** Includes the owner of the first account, even if the range contains only some of theirs. */
function ownersOf({ after, upTo }: AccountRange) {
  return { after: ownerNoOf(after + 1n) - 1n, upTo: ownerNoOf(upTo) }
}
