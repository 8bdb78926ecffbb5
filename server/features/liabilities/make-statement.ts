import { base64 } from '@scure/base'
import { CHECK_BOUNDS } from '#server/events/connection.ts'
import { inSnapshot } from '#server/ledger/snapshot.ts'
import { openPool } from '#server/platform/pool.ts'
import type { Services } from '#server/services.ts'
import { ASSETS } from '#shared/assets.ts'
import { formatUnits } from '#shared/money.ts'
import type { StatedAsset } from '#shared/proofs/liability-statement.ts'
import type { BuiltTree } from './build-tree.ts'
import { type ThreadAnswer, type ThreadOrder, withThreads } from './in-threads.ts'
import type { LeafRecords } from './leaf-records.ts'
import { openSnapshot, promisedLeaves, type Snapshot, type UserRange } from './owed.ts'

/** reading: leaves of everyone. building: the tree of each asset. */
export type StatementStep = 'reading' | 'building'

export interface Counted {
  readonly position: string
  readonly assets: StatedAsset[]
}

interface Needs {
  readonly databaseUrl: string
  readonly config: Pick<Services['config'], 'masterKeys'>
}

/** So that threads which are slower or have more users to read are not waited for. */
const RANGES = 16

/**
 * Counts what the platform owes at one moment, and stores the trees of it under the id of a statement
 * that is yet to be published.
 *
 * Source: docs/product.md, Proof of liabilities; docs/proofs.md, Liabilities
 */
export async function makeStatement(
  { databaseUrl, config: { masterKeys } }: Needs,
  { statementId, stopping }: { statementId: string; stopping: AbortSignal },
  onProgress: (step: StatementStep, done: number, total: number) => void,
): Promise<Counted> {
  const pool = openPool(databaseUrl, 1, CHECK_BOUNDS)
  try {
    return await withThreads({ databaseUrl, masterKeys }, stopping, async (run) => {
      const { snapshot, parts } = await inSnapshot(pool, async (client) => {
        const found = await openSnapshot(client)
        let users = 0
        const orders = rangesOf(found).map((range) => ({
          collect: { snapshot: found.name, position: found.position, range },
        }))
        const collected = await run(orders, (more) => {
          users += more
          onProgress('reading', users, found.lastUser + 1)
        })
        return { snapshot: found, parts: partsByAsset(found, collected) }
      })
      const { position } = snapshot
      // The largest first, so that no thread begins it when the others have finished.
      const assets = [...parts].sort(([, one], [, other]) => countOf(other) - countOf(one))
      onProgress('building', 0, assets.length)
      const orders: ThreadOrder[] = assets.map(([asset, leaves]) => ({
        build: { statementId, asset, position, parts: leaves },
      }))
      const built = await run(orders, () => {})
      const trees = new Map(assets.map(([asset], at) => [asset, builtOf(built[at])]))
      return { position: String(position), assets: statedAssets(trees, snapshot) }
    })
  } finally {
    await pool.end()
  }
}

function rangesOf({ lastUser }: Snapshot): UserRange[] {
  const users = lastUser + 1
  const each = Math.ceil(users / RANGES)
  return Array.from({ length: RANGES }, (_, at) => ({
    from: at * each,
    to: Math.min((at + 1) * each, users),
  })).filter(({ from, to }) => from < to)
}

function partsByAsset(
  { promised }: Snapshot,
  collected: readonly ThreadAnswer[],
): Map<string, LeafRecords[]> {
  const parts = new Map<string, LeafRecords[]>()
  const all = collected.map((answer) => ('collected' in answer ? answer.collected : new Map()))
  for (const [asset, leaves] of [...all, promisedLeaves(promised)].flatMap((each) => [...each])) {
    const { chunks, count } = leaves
    parts.set(asset, [...(parts.get(asset) ?? []), { chunks, count }])
  }
  return parts
}

function countOf(parts: readonly LeafRecords[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}

function builtOf(answer: ThreadAnswer | undefined): BuiltTree {
  if (!answer || !('built' in answer)) throw new Error('a thread has built no tree')
  return answer.built
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
