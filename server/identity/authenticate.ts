import type { Pool } from 'pg'
import type { Authenticate, Caller } from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Hashes looked up in one query at most; more wait for the next one. */
const BATCH_MAX = 200
/** Queries under way at most: the rest of the pool belongs to the handlers. */
const QUERIES_MAX = 2

interface Waiting {
  readonly hash: Buffer
  readonly resolve: (caller: Caller | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Finds callers by the hashes of their access tokens, many in one query: requests that arrive while
 * a look-up is under way share the next one. Nothing is cached, so a revoked session, a dismissed
 * member of staff and a disabled user are stopped with their next request.
 *
 * @param staffNeedsSecondFactor the operator's setting; marks staff who have none yet
 */
export function batchAuthenticate(
  pool: Pick<Pool, 'query'>,
  clock: Clock,
  staffNeedsSecondFactor: boolean,
): Authenticate {
  const waiting: Waiting[] = []
  let underWay = 0

  async function lookUp(batch: readonly Waiting[]): Promise<void> {
    try {
      // One session often asks many times at once.
      const hashes = new Map(batch.map(({ hash }) => [hash.toString('hex'), hash]))
      const found = await findCallers(pool, [...hashes.values()], new Date(clock.now()))
      for (const { hash, resolve } of batch) {
        const row = found.get(hash.toString('hex'))
        resolve(row && callerOf(row, staffNeedsSecondFactor))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      underWay -= 1
      next()
    }
  }

  function next(): void {
    if (waiting.length === 0 || underWay >= QUERIES_MAX) return
    underWay += 1
    void lookUp(waiting.splice(0, BATCH_MAX))
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject })
      next()
    })
}

interface CallerRow {
  readonly hash: Buffer
  readonly session_id: string
  readonly user_id: string
  readonly user_no: string
  readonly role: 'user' | 'admin'
  readonly is_active: boolean
  readonly display_id: string
  readonly second_factor: boolean
}

const FIND_CALLERS = `
  select a.hash, s.id as session_id, p.user_id, p.user_no,
         d.data ->> 'role' as role, (d.data ->> 'isActive')::boolean as is_active,
         d.data ->> 'displayId' as display_id,
         exists (select from second_factor f
                 where f.user_id = p.user_id and f.enabled_at is not null) as second_factor
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
  return {
    userId: row.user_id,
    userNo: BigInt(row.user_no),
    role: row.role,
    isActive: row.is_active,
    sessionId: row.session_id,
    displayId: row.display_id,
    lacksSecondFactor: staffNeedsSecondFactor && row.role === 'admin' && !row.second_factor,
  }
}
