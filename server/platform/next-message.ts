import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

/**
 * The next message of a thread. Call this before the thread is given work, so that no answer is missed.
 *
 * @throws what the thread throws, or that it has ended
 */
export async function nextMessage<M>(thread: Worker, name: string): Promise<M> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(thread, 'exit', { signal }).then((): never => {
    throw new Error(`${name} has ended`)
  })
  // It is rejected, by the end of the wait as well, when no one awaits it any more.
  ended.catch(() => {})
  try {
    // `once` rejects when the thread throws.
    const [message] = await Promise.race([once(thread, 'message', { signal }), ended])
    return message as M
  } finally {
    over.abort()
  }
}
