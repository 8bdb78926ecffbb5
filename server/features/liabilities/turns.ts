import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { headOf } from '#server/events/log-head.ts'
import { pause } from '#server/events/pause.ts'

/** Events a second above which requests need a processor of their own. */
const BUSY_PER_S = 10
const LOOK_MS = 500
/** Under load, a rest is as many times as long as the work before it. */
const REST_TIMES = 3
/** A share of a tree takes seconds and rests in between. */
const REST_MS_MAX = 100

/**
 * Lets as many pieces of work run at once as are currently allowed, in the order of their requests.
 */
export interface Turns {
  readonly take: <T>(work: () => Promise<T>) => Promise<T>
}

/** Whether requests need the processors now. Threads share its memory. */
export class Load {
  readonly cell: Int32Array<SharedArrayBuffer>

  constructor(cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))) {
    this.cell = cell
  }

  get isHigh(): boolean {
    return Atomics.load(this.cell, 0) === 1
  }

  set isHigh(isHigh: boolean) {
    Atomics.store(this.cell, 0, isHigh ? 1 : 0)
  }
}

/** Called by work that takes seconds wherever it can pause, every few milliseconds. */
export type Rest = () => Promise<void>

/** Pauses under load, the longer the more time has passed since the last pause. */
export function restingUnder(load: Pick<Load, 'isHigh'>): Rest {
  let since = performance.now()
  return async () => {
    const took = performance.now() - since
    if (load.isHigh) await sleep(Math.min(REST_TIMES * took, REST_MS_MAX))
    since = performance.now()
  }
}

/**
 * Turns for `most` pieces of work at once while the log is idle, and for one while it grows.
 * However low the priority of a process, one that has a processor keeps it for some milliseconds,
 * and an order waits for several of them in turn. So one processor is left free, and the other one
 * most of the time.
 */
export async function withTurns<T>(
  pool: Pick<Pool, 'query'>,
  { most, load }: { most: number; load: Load },
  work: (turns: Turns) => Promise<T>,
): Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const admit = () => {
    while (waiting.length > 0 && running < (load.isHigh ? 1 : most)) {
      running += 1
      waiting.shift()?.()
    }
  }
  const watching = watch(pool, (isBusy) => {
    load.isHigh = isBusy
    admit()
  })
  try {
    return await work({
      async take(piece) {
        await new Promise<void>((begin) => {
          waiting.push(begin)
          admit()
        })
        const rest = restingUnder(load)
        try {
          return await piece()
        } finally {
          await rest()
          running -= 1
          admit()
        }
      },
    })
  } finally {
    await watching.stop()
  }
}

function watch(pool: Pick<Pool, 'query'>, onLoad: (isBusy: boolean) => void) {
  const over = new AbortController()
  const running = run().catch(() => {
    // A database that does not respond is not asked again.
    onLoad(true)
  })
  return {
    async stop() {
      over.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    let before = await headOf(pool)
    let atMs = performance.now()
    while (!over.signal.aborted) {
      await pause(LOOK_MS, over.signal)
      const head = await headOf(pool)
      const seconds = (performance.now() - atMs) / 1_000
      onLoad(Number(head - before) / seconds > BUSY_PER_S)
      before = head
      atMs = performance.now()
    }
  }
}
