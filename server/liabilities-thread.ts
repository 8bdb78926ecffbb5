import { parentPort, workerData } from 'node:worker_threads'
import { CHECK_BOUNDS } from '#server/events/connection.ts'
import { serverSha256 } from '#server/events/sha256.ts'
import {
  type BuiltShare,
  buildShare,
  type StoredTile,
} from '#server/features/liabilities/build-tree.ts'
import type {
  LiabilitiesThread,
  ThreadOrder,
  ThreadResponse,
} from '#server/features/liabilities/in-threads.ts'
import { LeavesByAsset, leafCollector } from '#server/features/liabilities/owed.ts'
import { writeTiles } from '#server/features/liabilities/tile-store.ts'
import { Load, restingUnder } from '#server/features/liabilities/turns.ts'
import type { MasterKeys } from '#server/platform/cipher.ts'
import { openPool } from '#server/platform/pool.ts'
import { inTransaction } from '#server/platform/transaction.ts'

// Collects leaves and builds trees, one order at a time, until it is terminated.

/** Few, for the same reason as the users that are read at once under load. */
const TILES_AT_ONCE = 8

const { databaseUrl, masterKeys, load } = workerData as LiabilitiesThread
const keys = masterKeys.map((key) => Buffer.from(key)) as [Buffer, ...Buffer[]] satisfies MasterKeys
const pool = openPool(databaseUrl, 1, CHECK_BOUNDS)
let collector: ReturnType<typeof leafCollector> | undefined

parentPort?.on('message', async (order: ThreadOrder) => {
  parentPort?.postMessage(await follow(order))
})

async function follow(order: ThreadOrder): Promise<ThreadResponse> {
  if ('build' in order) return { built: await build(order.build) }
  if ('take' in order) return { collected: plain(collector?.leaves ?? new LeavesByAsset()) }
  const { rows, position } = order.add
  collector ??= leafCollector(pool, keys, position)
  await collector.add(rows)
  return { added: true }
}

/** In one transaction, because each commit would wait for the disk. */
function build({
  statementId,
  ...order
}: Extract<ThreadOrder, { build: unknown }>['build']): Promise<BuiltShare> {
  return inTransaction(pool, async (transaction) => {
    let waiting: StoredTile[] = []
    const write = async () => {
      await writeTiles(transaction, { statementId, asset: order.asset }, waiting)
      waiting = []
    }
    const keep = async (tiles: readonly StoredTile[]) => {
      for (const tile of tiles) {
        waiting.push(tile)
        if (waiting.length === TILES_AT_ONCE) await write()
      }
    }
    const built = await buildShare(serverSha256, order, keep, restingUnder(new Load(load)))
    await write()
    return built
  })
}

/** Collectors are sent to the other thread as plain objects; the memory of the leaves is shared. */
function plain(leaves: LeavesByAsset) {
  return new Map([...leaves].map(([asset, { chunks, count }]) => [asset, { chunks, count }]))
}
