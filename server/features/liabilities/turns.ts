import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { headOf } from '#server/events/log-head.ts'
import { pause } from '#server/events/pause.ts'

/** Events a second above which requests need a processor of their own. */
const BUSY_PER_S = 10
const LOOK_MS = 500
/** A share of a tree takes seconds; resting as long would only delay the statement. */
const REST_MS_MAX = 100

/**
 * Lets as many pieces of work run at once as are currently allowed, in the order of their requests.
 */
export interface Turns {
  readonly take: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Turns for `most` pieces of work at once while the log is idle, and for one while it grows.
 * However low the priority of a process, one that has a processor keeps it for some milliseconds,
 * and an order waits for several of them in turn. So one processor is left free, and half of the
 * time the other one too.
 */
export async function withTurns<T>(
  pool: Pick<Pool, 'query'>,
  most: number,
  work: (turns: Turns) => Promise<T>,
): Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  let allowed = most
  const admit = () => {
    while (waiting.length > 0 && running < allowed) {
      running += 1
      waiting.shift()?.()
    }
  }
  const watching = watch(pool, (isBusy) => {
    allowed = isBusy ? 1 : most
    admit()
  })
  try {
    return await work({
      async take(piece) {
        await new Promise<void>((begin) => {
          waiting.push(begin)
          admit()
        })
        const beganAt = performance.now()
        try {
          return await piece()
        } finally {
          const took = performance.now() - beganAt
          if (allowed < most) await sleep(Math.min(took, REST_MS_MAX))
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
