import type { Pool } from 'pg'
import { withBenchLog } from '#scripts/bench/bench-database.ts'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { fillLog } from '#scripts/bench/fill-log.ts'
import { judge } from '#scripts/bench/judge.ts'
import { orderLoad } from '#scripts/bench/log-loads.ts'
import { median } from '#scripts/bench/measure.ts'
import { readTreeSize } from '#server/events/log-tiles.ts'
import { growTree } from '#server/features/signed-log/log-tree.ts'

const EVENTS = 1_000_000
const CLIENTS = 8
const ROUND_MS = 3_000
/** More often than the product folds, which is much less than once per round. */
const FOLDS_PER_ROUND = 3

/** How fast the log is folded into its tree, and how much that slows appends down. */
export async function benchTree({ rounds }: Pick<BenchOptions, 'rounds'>): Promise<void> {
  await withBenchLog(async ({ pool, log }) => {
    console.log(`\nThe log tree over ${EVENTS} events`)
    await fillLog(pool, EVENTS)
    const startedAt = performance.now()
    const folded = await fold(pool)
    judge('events folded per second', folded / ((performance.now() - startedAt) / 1_000), {
      least: 300_000,
    })
    const load = await orderLoad(log, CLIENTS)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await appendsOf(load, () => Promise.resolve())
      const beside = await appendsOf(load, async () => void (await fold(pool)))
      ratios.push(beside / alone)
    }
    judge('appends while it is folded, against none', median(ratios), { least: 0.95 })
  })
}

/** @returns how many events were folded */
async function fold(pool: Pool): Promise<number> {
  const before = await readTreeSize(pool)
  await growTree(pool)
  return (await readTreeSize(pool)) - before
}

/** @returns appends in one round, while `beside` runs at even intervals */
async function appendsOf(
  load: (client: number) => Promise<void>,
  beside: () => Promise<void>,
): Promise<number> {
  let appends = 0
  const endsAt = performance.now() + ROUND_MS
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    while (performance.now() < endsAt) {
      await load(client)
      appends += 1
    }
  })
  const folding = (async () => {
    for (let turn = 0; turn < FOLDS_PER_ROUND; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS / (FOLDS_PER_ROUND + 1)))
      await beside()
    }
  })()
  await Promise.all([...clients, folding])
  return appends
}
