import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

/**
 * The next message of a thread. Call this before giving work to the thread, so that no message is
 * missed.
 *
 * @throws the error of the thread, or an Error if the thread has ended
 */
export async function nextMessage<M>(thread: Worker, name: string): Promise<M> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(thread, 'exit', { signal }).then((): never => {
    throw new Error(`${name} has ended`)
  })
  // It also rejects after the wait, when nothing awaits it any more.
  ended.catch(() => {})
  try {
    // `once` rejects when the thread throws.
    const [message] = await Promise.race([once(thread, 'message', { signal }), ended])
    return message as M
  } finally {
    over.abort()
  }
}
