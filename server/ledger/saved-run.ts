import type { Pool } from 'pg'
import type { LinesSoFar } from './prove-balances.ts'
import type { StreamsSoFar } from './stream-parts.ts'

/** How far a verification has come without a fault. */
export interface RunSoFar {
  readonly lines?: LinesSoFar
  readonly streams?: StreamsSoFar
  /** How many leaves of the log's tree. */
  readonly treeSize?: number
}

export interface SavedRun {
  /** Where an earlier run was interrupted. */
  readonly known: RunSoFar
  readonly save: (soFar: RunSoFar) => Promise<void>
  /** The run has ended: the next one begins with the first event. */
  readonly end: () => Promise<void>
}

/** What an older run has seen may have changed since. */
const KEPT_FOR = '1 day'

/** Continues what was interrupted under a name, and saves how far it comes. */
export async function openRun(
  pool: Pool,
  name: string,
  { savedEveryMs = 1_000 } = {},
): Promise<SavedRun> {
  const { rows } = await pool.query<{ so_far: StoredRun }>(
    `select so_far from verification_run where name = $1 and saved_at > now() - interval '${KEPT_FOR}'`,
    [name],
  )
  let soFar = rows[0] ? read(rows[0].so_far) : {}
  let savedAtMs = performance.now()
  return {
    known: soFar,
    async save(more) {
      soFar = { ...soFar, ...more }
      if (performance.now() - savedAtMs < savedEveryMs) return
      savedAtMs = performance.now()
      await pool.query(
        `insert into verification_run (name, so_far, saved_at) values ($1, $2, now())
         on conflict (name) do update
         set so_far = excluded.so_far, saved_at = excluded.saved_at`,
        [name, JSON.stringify(written(soFar))],
      )
    },
    async end() {
      await pool.query('delete from verification_run where name = $1', [name])
    },
  }
}

/** A run of which nothing is kept. */
export const UNSAVED_RUN: SavedRun = { known: {}, save: async () => {}, end: async () => {} }

interface StoredRun {
  readonly lines?: {
    readonly position: string
    readonly transfers: number
    readonly lines: number
    readonly house: Readonly<Record<string, string>>
  }
  readonly streams?: StreamsSoFar
  /** How many leaves of the log's tree. */
  readonly treeSize?: number
}

function written({ lines, streams, treeSize }: RunSoFar): StoredRun {
  const entries = [...(lines?.house ?? [])].map(([account, amount]) => [account, String(amount)])
  const house = Object.fromEntries(entries)
  return {
    ...(lines && { lines: { ...lines, position: String(lines.position), house } }),
    ...(streams && { streams }),
    ...(treeSize !== undefined && { treeSize }),
  }
}

function read({ lines, streams, treeSize }: StoredRun): RunSoFar {
  const house = Object.entries(lines?.house ?? {})
  return {
    ...(lines && {
      lines: {
        ...lines,
        position: BigInt(lines.position),
        house: new Map(house.map(([account, amount]) => [BigInt(account), BigInt(amount)])),
      },
    }),
    ...(streams && { streams }),
    ...(treeSize !== undefined && { treeSize }),
  }
}
