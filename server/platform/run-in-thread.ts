import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface ThreadWork<Message> {
  readonly module: URL
  /** The thread's `workerData`. */
  readonly order: object
  readonly onMessage: (message: Message) => void
  /** Ends the thread, and so the work, before it is done. */
  readonly stopping?: AbortSignal | undefined
  /** The thread ends soon after it receives a message. Otherwise it is terminated. */
  readonly endsItself?: true
}

/**
 * Runs a module in a separate thread until it ends: it computes for seconds or minutes, and must not
 * block requests. Throws the error of the thread.
 */
export async function runInThread<Message>(work: ThreadWork<Message>): Promise<void> {
  const { module, order, onMessage, stopping, endsItself } = work
  const thread = new Worker(module, { workerData: order, execArgv: [] })
  const stop = () => (endsItself ? thread.postMessage('stop') : void thread.terminate())
  stopping?.addEventListener('abort', stop)
  thread.on('message', onMessage)
  if (stopping?.aborted) stop()
  // `once` rejects with the error of the thread.
  await once(thread, 'exit').finally(() => stopping?.removeEventListener('abort', stop))
}
