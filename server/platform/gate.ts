import { RefusedRequest } from '#server/platform/errors.ts'
import { refuse } from '#shared/refusal.ts'

/** After this many seconds a free slot in the queue is likely. */
const RETRY_AFTER_SECONDS = 2

/**
 * Limits how much expensive work runs at once and how much waits. Beyond that a quick "busy" is
 * better than a slow response and full memory. Cockatiel's bulkhead is not used, because there a
 * newcomer can take the place of waiting work, which then loses its turn or is refused.
 *
 * @throws RefusedRequest busy.try_later if too many are waiting
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
      // Work that ends passes its slot on, so `running` does not change.
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

/** Like `gate`, and gives each running work one of the tools. */
export function gateOf<Tool>(tools: readonly Tool[], { waitingMax }: { waitingMax: number }) {
  const enter = gate({ runningMax: tools.length, waitingMax })
  const free = [...tools]
  return function use<T>(work: (tool: Tool) => Promise<T>): Promise<T> {
    return enter(async () => {
      // The gate admits no more work than there are tools.
      const tool = free.pop() as Tool
      try {
        return await work(tool)
      } finally {
        free.push(tool)
      }
    })
  }
}
