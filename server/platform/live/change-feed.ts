import type { Pool } from 'pg'
import type { LogHistory } from '#server/events/log-history.ts'
import { Wake } from '#server/events/pause.ts'
import { listen, listenOn } from '#server/events/wake-up.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DataSyncMessage } from '#shared/contract/live.ts'
import { instantOf } from '#shared/time.ts'
import type { ChangeSeen } from './sync-messages.ts'

/** The longest delay until a change is seen if its wake-up was lost. */
const LOOK_MS = 500
const CHANGES_AT_ONCE = 1_000

interface ChangeFeedOptions {
  readonly pool: Pool
  readonly connectionString: string
  readonly history: LogHistory
  /** The position up to which the clients of this process have fetched, or will fetch. */
  readonly from: bigint
  readonly onChange: (change: ReadChange) => void
  readonly report: (error: unknown) => void
}

/** A change, its position, and the user or member of staff who caused it. */
interface ReadChange extends ChangeSeen {
  readonly position: string
  readonly actorId: string | null
}

/**
 * Follows the log from a position, in each process separately and without a checkpoint: a client
 * that reconnects fetches everything, so it misses nothing. After a failover, it goes back to the
 * last position that both histories share.
 */
export async function followChanges(
  { pool, connectionString, history, from, onChange, report }: ChangeFeedOptions,
  signal: AbortSignal,
): Promise<void> {
  const wake = new Wake()
  const ring = () => wake.ring()
  const listener = listen(connectionString, ring)
  signal.addEventListener('abort', ring)
  let position = from
  const stopHistory = history.onChange(({ shared }) => {
    if (position > shared) position = shared
    ring()
  })
  while (!signal.aborted) {
    let read = 0
    try {
      const { epoch } = history
      const rows = await readChanges(pool, position)
      // Otherwise the rows belong to a history that has ended, and `position` was already changed.
      if (epoch !== history.epoch) continue
      read = rows.length
      position = BigInt(rows.at(-1)?.position ?? position)
      history.see(position)
      for (const row of rows) onChange(row)
    } catch (error) {
      if (!signal.aborted) report(error)
    }
    if (signal.aborted || read === CHANGES_AT_ONCE) continue
    await wake.wait(LOOK_MS)
  }
  stopHistory()
  await listener.close()
}

async function readChanges(pool: Pool, position: bigint) {
  const { rows } = await pool.query<ReadChange>({
    name: 'read changes',
    text: `
      select e.position, e.stream, d.kind, e.type, p.user_id as "ownerId",
             cardinality(e.debits) > 0 as "movesMoney", e.recorded_at as "recordedAt",
             e.metadata -> 'actor' ->> 'id' as "actorId"
      from event e
      join document d on d.stream = e.stream
      left join person p on p.user_no = d.owner
      where e.position > $1 order by e.position limit ${CHANGES_AT_ONCE}`,
    values: [position],
  })
  return rows
}

/**
 * Announces each case that a reviewer claims, takes over or releases. The payload is the stream,
 * followed by a space and the owner's id if the owner is notified too.
 */
export const REVIEW_CLAIM_CHANNEL = 'review_claim'

const UUID_LENGTH = 36

/**
 * Claims are not events, so they have a separate channel. Messages are only hints: a client that
 * misses one sees the claim when it next fetches.
 */
export function followClaims(
  connectionString: string,
  clock: Clock,
  onClaim: (message: DataSyncMessage) => void,
): { close(): Promise<void> } {
  return listenOn(REVIEW_CLAIM_CHANNEL, connectionString, (payload) => {
    const [stream, userId = null] = payload?.split(' ') ?? []
    if (!stream) return
    const entityId = stream.slice(-UUID_LENGTH)
    const timestamp = instantOf(clock.now())
    onClaim({
      type: 'data_sync',
      data: { action: 'review_claim', userId, entityId, timestamp },
    })
  })
}
