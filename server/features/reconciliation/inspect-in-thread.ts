import { runInThread } from '#server/platform/run-in-thread.ts'
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

/** Runs the ledger checks. They end with the process, and their job is retried elsewhere. */
export function inspectInThread(databaseUrl: string, stopping: AbortSignal): Inspect {
  return async (scope, onProgress) => {
    const order: ThreadOrder = { databaseUrl, scope }
    let inspection: Inspection | undefined
    const onMessage = (message: ThreadMessage) => {
      if ('progress' in message) onProgress(...message.progress)
      else inspection = message.inspection
    }
    await runInThread({ module: THREAD, order, onMessage, stopping })
    if (!inspection) throw new Error('the checks of the ledger were stopped before their end')
    return inspection
  }
}
