import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '#server/events/log.ts'
import { type Load, orderLoad } from './log-loads.ts'
import { percentiles } from './measure.ts'

const CLIENTS = 8
/** Far below the log's capacity, so that waiting is measured and not a growing queue. */
const EVERY_MS = 40
const ALONE_MS = 10_000

/** The p99 of orders alone and, right after that, while other work runs. Milliseconds. */
export async function p99Beside(
  log: EventLog,
  work: () => Promise<unknown>,
): Promise<{ alone: number; beside: number }> {
  const load = await orderLoad(log, CLIENTS)
  const alone = await timesOf(load, () => sleep(ALONE_MS))
  const beside = await timesOf(load, work)
  return { alone: percentiles(alone)(0.99), beside: percentiles(beside)(0.99) }
}

/** The duration of each order in milliseconds, at an even pace while some work runs. */
async function timesOf(load: Load, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    await sleep((client * EVERY_MS) / CLIENTS)
    while (!over.signal.aborted) {
      const started = performance.now()
      await load(client)
      const took = performance.now() - started
      times.push(took)
      await sleep(Math.max(0, EVERY_MS - took))
    }
  })
  await work().finally(() => over.abort())
  await Promise.all(clients)
  return times
}
