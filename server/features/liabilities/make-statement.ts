import { base64 } from '@scure/base'
import type { PoolClient } from 'pg'
import { CHECK_BOUNDS } from '#server/events/connection.ts'
import { serverSha256 } from '#server/events/sha256.ts'
import { inSnapshot } from '#server/ledger/snapshot.ts'
import type { MasterKeys } from '#server/platform/cipher.ts'
import { openPool } from '#server/platform/pool.ts'
import type { ReportProgress } from '#server/platform/run-progress.ts'
import { ASSETS } from '#shared/assets.ts'
import { formatUnits } from '#shared/money.ts'
import type { StatedAsset } from '#shared/proofs/liability-statement.ts'
import { type BuiltTree, buildTree } from './build-tree.ts'
import { type ThreadResponse, type Threads, withThreads } from './in-threads.ts'
import type { LeafRecords } from './leaf-records.ts'
import { openSnapshot, promisedLeaves, rangesOfUsers, type Snapshot } from './owed.ts'
import { readOwed } from './read-owed.ts'
import { writeTiles } from './tile-store.ts'

/** reading: collecting all leaves. building: building the tree of each asset. */
export type StatementStep = 'reading' | 'building'

export interface Counted {
  readonly position: string
  readonly assets: StatedAsset[]
}

type Collected = ReadonlyMap<string, LeafRecords>

export interface StatementOrder {
  readonly databaseUrl: string
  readonly masterKeys: MasterKeys
  readonly statementId: string
}

/** One connection reads in the snapshot, one checks how busy the log is. */
const CONNECTIONS = 2

export type OnProgress = ReportProgress<StatementStep>

/**
 * Counts what the platform owes in one snapshot, and stores the trees under the id of a statement
 * that is not published yet. It uses all free processors: see statement-process.ts.
 *
 * Source: docs/product.md, Proof of liabilities; docs/proofs.md, Liabilities
 */
export async function makeStatement(
  { databaseUrl, masterKeys, statementId }: StatementOrder,
  onProgress: OnProgress,
): Promise<Counted> {
  const pool = openPool(databaseUrl, CONNECTIONS, CHECK_BOUNDS)
  try {
    return await withThreads({ databaseUrl, masterKeys }, pool, async (threads) => {
      const { snapshot, parts } = await inSnapshot(pool, (client) =>
        collect(client, threads, onProgress),
      )
      const { position } = snapshot
      onProgress('building', 0, parts.size)
      // The largest first, so that it is not started last, when the other threads are already idle.
      const assets = [...parts].sort(([, one], [, other]) => countOf(other) - countOf(one))
      const built = assets.map(async ([asset, leaves]) => {
        const order = { asset, position, parts: leaves }
        const tree = await buildTree(
          serverSha256,
          order,
          (tiles) => writeTiles(pool, { statementId, asset }, tiles),
          async (share) =>
            answered(await threads.ask({ build: { statementId, ...order, share } }), 'built'),
        )
        return [asset, tree] as const
      })
      const trees = new Map(await Promise.all(built))
      return { position: String(position), assets: statedAssets(trees, snapshot) }
    })
  } finally {
    await pool.end()
  }
}

/**
 * Collects all leaves. Reading takes a turn like any other work, because PostgreSQL needs a
 * processor for it.
 */
async function collect(
  client: PoolClient,
  threads: Threads,
  onProgress: OnProgress,
): Promise<{ snapshot: Snapshot; parts: Map<string, LeafRecords[]> }> {
  const snapshot = await openSnapshot(client)
  const { position, lastUser, promised } = snapshot
  const ranges = rangesOfUsers(snapshot, threads.load)
  let done = 0
  const collected = await threads.each(async (ask) => {
    for (const range of ranges) {
      const rows = await threads.turn(() => readOwed(client, range))
      await ask({ add: { rows, position } })
      done += range.to - range.from
      onProgress('reading', done, lastUser + 1)
    }
    return answered(await ask({ take: true }), 'collected')
  })
  return { snapshot, parts: byAsset([...collected, promisedLeaves(promised)]) }
}

/** The leaves of each asset, combined from all threads. */
function byAsset(collected: readonly Collected[]): Map<string, LeafRecords[]> {
  const parts = new Map<string, LeafRecords[]>()
  for (const [asset, { chunks, count }] of collected.flatMap((each) => [...each])) {
    parts.set(asset, [...(parts.get(asset) ?? []), { chunks, count }])
  }
  return parts
}

function countOf(parts: readonly LeafRecords[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}

function answered<Kind extends 'collected' | 'built'>(
  response: ThreadResponse,
  kind: Kind,
): Extract<ThreadResponse, Record<Kind, unknown>>[Kind] {
  if (!(kind in response)) throw new Error('a thread has answered something else')
  return (response as Extract<ThreadResponse, Record<Kind, unknown>>)[kind]
}

/** In the order of the chart of accounts. */
function statedAssets(
  trees: ReadonlyMap<string, BuiltTree>,
  { promised: { interest, payouts } }: Snapshot,
): StatedAsset[] {
  return ASSETS.flatMap(({ symbol }) => {
    const tree = trees.get(symbol)
    if (!tree) return []
    return {
      symbol,
      root: base64.encode(tree.root),
      total: formatUnits(tree.total),
      leaves: tree.leaves,
      interest: formatUnits(interest.get(symbol) ?? 0n),
      payouts: formatUnits(payouts.get(symbol) ?? 0n),
    }
  })
}
