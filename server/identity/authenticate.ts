import type { Pool } from 'pg'
import { hasSecondFactorSql } from '#server/facts/person-sql.ts'
import type { Authenticate, Caller } from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import { batchLoader } from '#shared/batch-loader.ts'
import { isStaff } from '#shared/rules/permissions.ts'

/**
 * Finds callers by the hashes of their access tokens, many in one query. Nothing is cached, so a
 * revoked session, a changed role and a disabled user take effect on the next request.
 *
 * @param staffNeedsSecondFactor the operator's setting; marks staff without a second factor
 */
export function batchAuthenticate(
  pool: Pick<Pool, 'query'>,
  clock: Clock,
  staffNeedsSecondFactor: boolean,
): Authenticate {
  const find = batchLoader<Buffer, CallerRow>(
    (hash) => hash.toString('hex'),
    async (hashes) => {
      const found = await findCallers(pool, hashes, new Date(clock.now()))
      const arrived = [...found.values()].filter((row) => row.isFirstUse)
      if (arrived.length > 0) await noteArrival(pool, arrived)
      return found
    },
  )
  return async (hash) => {
    const row = await find(hash)
    return row && callerOf(row, staffNeedsSecondFactor)
  }
}

/** Records that a refreshed pair has reached its user: see `rotate`. Once per access token. */
async function noteArrival(pool: Pick<Pool, 'query'>, rows: readonly CallerRow[]): Promise<void> {
  await pool.query({
    name: 'note arrival',
    text: `with arrived as (
             update access_token set is_used = true where hash = any ($1::bytea[])
             returning refresh_hash
           )
           update refresh_token r set has_arrived = true from arrived a where r.hash = a.refresh_hash`,
    values: [rows.map(({ hash }) => hash)],
  })
}

interface CallerRow extends Omit<Caller, 'userNo' | 'lacksSecondFactor' | 'provedAt'> {
  readonly hash: Buffer
  readonly userNo: string
  readonly hasSecondFactor: boolean
  readonly isFirstUse: boolean
  readonly provedAt: Date
}

const FIND_CALLERS = `
  select a.hash, not a.is_used as "isFirstUse", s.id as "sessionId",
         coalesce(s.proved_at, s.created_at) as "provedAt",
         p.user_id as "userId", p.user_no as "userNo",
         d.data ->> 'role' as role, (d.data ->> 'isActive')::boolean as "isActive",
         d.data ->> 'displayId' as "displayId",
         p.password_chosen_by_staff as "mustChangePassword",
         ${hasSecondFactorSql('p.user_id')} as "hasSecondFactor"
  from unnest($1::bytea[]) as asked (hash)
  join access_token a on a.hash = asked.hash and a.expires_at > $2
  join session s on s.id = a.session_id and s.expires_at > $2
  join person p on p.user_id = s.user_id
  join document d on d.stream = 'user-' || p.user_id::text`

async function findCallers(
  pool: Pick<Pool, 'query'>,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, CallerRow>> {
  const { rows } = await pool.query<CallerRow>({
    name: 'find callers',
    text: FIND_CALLERS,
    values: [hashes, now],
  })
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]))
}

function callerOf(row: CallerRow, staffNeedsSecondFactor: boolean): Caller {
  const { hash: _, isFirstUse: __, hasSecondFactor, userNo, provedAt, ...caller } = row
  const lacksSecondFactor = staffNeedsSecondFactor && isStaff(row.role) && !hasSecondFactor
  return {
    ...caller,
    userNo: BigInt(userNo),
    lacksSecondFactor,
    provedAt: provedAt.getTime(),
  }
}
