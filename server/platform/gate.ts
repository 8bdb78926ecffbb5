import { RefusedRequest } from '#server/platform/errors.ts'
import { refuse } from '#shared/refusal.ts'

/** Seconds after which a place in the queue is likely. */
const RETRY_AFTER_SECONDS = 2

/**
 * Lets a bounded number of pieces of dear work run at once and a bounded number wait: past that a
 * quick "busy" is kinder than a slow answer and a full memory.
 *
 * @throws RefusedRequest busy.try_later when too many wait
 */
export function gate({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) {
        throw new RefusedRequest(
          refuse('busy.try_later', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
        )
      }
      // Whoever leaves hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
