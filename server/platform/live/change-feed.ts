import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { listen } from '#server/events/wake-up.ts'
import type { ChangeSeen } from './sync-messages.ts'

/** How soon a change is seen at the latest where its wake-up got lost. */
const LOOK_MS = 500
const CHANGES_AT_ONCE = 1_000

interface ChangeRow {
  readonly position: string
  readonly stream: string
  readonly kind: string
  readonly type: string
  readonly owner_id: string | null
  readonly moves_money: boolean
  readonly recorded_at: Date
}

export interface ChangeFeedOptions {
  readonly pool: Pool
  readonly connectionString: string
  readonly onChange: (change: ChangeSeen) => void
  readonly report: (error: unknown) => void
}

/**
 * Follows the log from now on, in every process for itself and without a checkpoint: a client that
 * was away fetches everything when it is back, so nobody needs what happened meanwhile.
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
      for (const row of rows) onChange(changeOf(row))
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

async function readChanges(pool: Pool, position: string): Promise<ChangeRow[]> {
  const { rows } = await pool.query<ChangeRow>({
    name: 'read changes',
    text: `
      select e.position, e.stream, d.kind, e.type, p.user_id as owner_id,
             cardinality(e.debits) > 0 as moves_money, e.recorded_at
      from event e
      join document d on d.stream = e.stream
      left join person p on p.user_no = d.owner
      where e.position > $1 order by e.position limit ${CHANGES_AT_ONCE}`,
    values: [position],
  })
  return rows
}

function changeOf(row: ChangeRow): ChangeSeen {
  return {
    stream: row.stream,
    kind: row.kind,
    type: row.type,
    ownerId: row.owner_id,
    movesMoney: row.moves_money,
    recordedAt: row.recorded_at,
  }
}
