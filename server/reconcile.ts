import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Inspect, Inspection } from '#server/features/reconciliation/runs.ts'
import type { RunProgress } from '#server/projections/reconciliation.ts'
import type { ReconciliationScope } from '#shared/rules/reconciliation.ts'

/** What the thread is started with. */
export interface ThreadOrder {
  readonly databaseUrl: string
  readonly scope: ReconciliationScope
}

export type ThreadMessage =
  | { readonly progress: Omit<RunProgress, 'seenAt'> }
  | { readonly inspection: Inspection }

const THREAD = new URL('./reconcile-thread.ts', import.meta.url)

interface Reconciling {
  readonly inspect: Inspect
  /** Ends a run that is under way; its job begins it anew, here or in another process. */
  stop(): Promise<void>
}

/**
 * Runs the checks of the ledger in a thread of their own: they compute for seconds on end, and
 * requests must not wait for them.
 */
export function reconcileInThread(databaseUrl: string): Reconciling {
  const threads = new Set<Worker>()
  return {
    async inspect(scope, onProgress) {
      const order: ThreadOrder = { databaseUrl, scope }
      const thread = new Worker(THREAD, { workerData: order, execArgv: [] })
      threads.add(thread)
      let inspection: Inspection | undefined
      thread.on('message', (message: ThreadMessage) => {
        if ('progress' in message) onProgress(message.progress)
        else inspection = message.inspection
      })
      // `once` throws what the thread throws.
      await once(thread, 'exit').finally(() => threads.delete(thread))
      if (!inspection) throw new Error('the checks of the ledger were stopped before their end')
      return inspection
    },
    async stop() {
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
