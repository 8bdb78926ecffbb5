import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { listen, listenOn } from '#server/events/wake-up.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DataSyncMessage } from '#shared/contract/live.ts'
import { instantOf } from '#shared/time.ts'
import type { ChangeSeen } from './sync-messages.ts'

/** The longest delay before a change is seen, should its wake-up be lost. */
const LOOK_MS = 500
const CHANGES_AT_ONCE = 1_000

interface ChangeFeedOptions {
  readonly pool: Pool
  readonly connectionString: string
  readonly onChange: (change: ChangeSeen) => void
  readonly report: (error: unknown) => void
}

/**
 * Follows the log from now on, in each process separately and without a checkpoint: a client that
 * reconnects fetches everything, so it misses nothing.
 */
export async function followChanges(
  { pool, connectionString, onChange, report }: ChangeFeedOptions,
  signal: AbortSignal,
): Promise<void> {
  let wake = new AbortController()
  const ring = () => wake.abort()
  const listener = listen(connectionString, ring)
  signal.addEventListener('abort', ring)
  let position: string | undefined
  while (!signal.aborted) {
    // Before reading: a wake-up while it reads asks for another look.
    wake = new AbortController()
    let read = 0
    try {
      position ??= await headOf(pool)
      const rows = await readChanges(pool, position)
      read = rows.length
      position = rows.at(-1)?.position ?? position
      for (const row of rows) onChange(row)
    } catch (error) {
      if (!signal.aborted) report(error)
    }
    if (signal.aborted || read === CHANGES_AT_ONCE) continue
    await sleep(LOOK_MS, undefined, { signal: wake.signal }).catch(() => undefined)
  }
  await listener.close()
}

async function headOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from event',
  )
  return rows[0]?.head ?? '0'
}

async function readChanges(pool: Pool, position: string) {
  const { rows } = await pool.query<ChangeSeen & { readonly position: string }>({
    name: 'read changes',
    text: `
      select e.position, e.stream, d.kind, e.type, p.user_id as "ownerId",
             cardinality(e.debits) > 0 as "movesMoney", e.recorded_at as "recordedAt"
      from event e
      join document d on d.stream = e.stream
      left join person p on p.user_no = d.owner
      where e.position > $1 order by e.position limit ${CHANGES_AT_ONCE}`,
    values: [position],
  })
  return rows
}

/**
 * Announces each case that a reviewer claims, takes over or releases; the payload is its stream and,
 * where the owner is told, a space and the owner's id.
 */
export const REVIEW_CLAIM_CHANNEL = 'review_claim'

const UUID_LENGTH = 36

/**
 * Claims are not events, so they have their own channel. It is only a hint: a client that misses one
 * sees the claim when it next fetches.
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
