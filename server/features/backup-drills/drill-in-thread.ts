import type { DrillReport } from '#server/backup/drill.ts'
import { runInThread } from '#server/platform/run-in-thread.ts'
import type { StoreAddress } from '#server/platform/stores/store-address.ts'
import { DrillStopped, type RunDrill } from './drills.ts'

/** What the thread is started with. */
export interface DrillOrder {
  readonly ownerUrl: string
  readonly place: StoreAddress
  readonly identityFile: string
  readonly masterKeys: readonly Uint8Array[]
  /** Where the copy is made; default: beside the live database, if that is small enough. */
  readonly copyUrl?: string | undefined
}

export type DrillMessage = { readonly report: DrillReport } | { readonly fault: string }

const THREAD = new URL('../../backup-drill-thread.ts', import.meta.url)

/** @param stopping ends a drill early: it then rejects with `DrillStopped` */
export function drillInThread(order: DrillOrder, stopping?: AbortSignal): RunDrill {
  return async () => {
    let outcome: DrillMessage | undefined
    const onMessage = (message: DrillMessage) => {
      outcome = message
    }
    await runInThread({ module: THREAD, order, onMessage, stopping, endsItself: true })
    if (stopping?.aborted && !(outcome && 'report' in outcome)) throw new DrillStopped()
    return reportOf(outcome)
  }
}

function reportOf(outcome: DrillMessage | undefined): DrillReport {
  if (!outcome) throw new Error('The drill ended before it could say how.')
  if ('fault' in outcome) throw new Error(outcome.fault)
  return outcome.report
}
