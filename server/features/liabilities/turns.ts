import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { headOf } from '#server/events/log-head.ts'
import { pause } from '#server/events/pause.ts'

/** Above this rate of events, requests need a processor of their own. */
const BUSY_PER_S = 10
const LOOK_MS = 500
/** A share of a tree takes seconds; an equally long pause would only delay the statement. */
const REST_MS_MAX = 100

/** Limits how many pieces of work run at once, in the order in which they were requested. */
export interface Turns {
  readonly take: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Allows `most` pieces of work at once while the log is idle, and one while it grows. Even a
 * process with a low priority keeps a processor for some milliseconds once it has it, and a request
 * would wait for several such time slices. So one processor is left free, and the other one half of
 * the time.
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

function watch(pool: Pick<Pool, 'query'>, tell: (isBusy: boolean) => void) {
  const over = new AbortController()
  const running = run().catch(() => {
    // A database that does not respond is not asked again.
    tell(true)
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
      tell(Number(head - before) / seconds > BUSY_PER_S)
      before = head
      atMs = performance.now()
    }
  }
}
