import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportProgress } from '#server/platform/run-progress.ts'
import type { ReconciliationScope } from '#shared/rules/reconciliation.ts'
import type { RunStep } from './handler.ts'
import type { Inspect, Inspection } from './runs.ts'

/** What the thread is started with. */
export interface ThreadOrder {
  readonly databaseUrl: string
  readonly scope: ReconciliationScope
}

export type ThreadMessage =
  | { readonly progress: Parameters<ReportProgress<RunStep>> }
  | { readonly inspection: Inspection }

const THREAD = new URL('../../reconcile-thread.ts', import.meta.url)

/**
 * Runs the ledger checks in a separate thread: they compute for seconds, and requests must not wait
 * for them. A run ends with the process, and its job is retried elsewhere.
 */
export function inspectInThread(databaseUrl: string, stopping: AbortSignal): Inspect {
  return async (scope, onProgress) => {
    const order: ThreadOrder = { databaseUrl, scope }
    const thread = new Worker(THREAD, { workerData: order, execArgv: [] })
    const stop = () => void thread.terminate()
    stopping.addEventListener('abort', stop)
    let inspection: Inspection | undefined
    thread.on('message', (message: ThreadMessage) => {
      if ('progress' in message) onProgress(...message.progress)
      else inspection = message.inspection
    })
    // `once` rejects with the error of the thread.
    await once(thread, 'exit').finally(() => stopping.removeEventListener('abort', stop))
    if (!inspection) throw new Error('the checks of the ledger were stopped before their end')
    return inspection
  }
}
