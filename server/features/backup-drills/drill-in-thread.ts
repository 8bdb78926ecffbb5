import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DrillReport } from '#server/backup/drill.ts'
import type { StoreAddress } from '#server/platform/stores/store-address.ts'
import type { RunDrill } from './drills.ts'

/** What the thread is started with. */
export interface DrillOrder {
  readonly ownerUrl: string
  readonly place: StoreAddress
  readonly identityFile: string
  readonly masterKeys: readonly Uint8Array[]
}

export type DrillMessage = { readonly report: DrillReport } | { readonly fault: string }

const THREAD = new URL('../../backup-drill-thread.ts', import.meta.url)

/** Runs a drill in a separate thread: it computes for minutes, and must not block requests. */
export function drillInThread(order: DrillOrder): RunDrill {
  return async () => {
    const thread = new Worker(THREAD, { workerData: order, execArgv: [] })
    let outcome: DrillMessage | undefined
    thread.on('message', (message: DrillMessage) => {
      outcome = message
    })
    // `once` rejects with the error of the thread.
    await once(thread, 'exit')
    if (!outcome) throw new Error('The drill ended before it could say how.')
    if ('fault' in outcome) throw new Error(outcome.fault)
    return outcome.report
  }
}
