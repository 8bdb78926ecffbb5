import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultReport, SourceFault } from './source-fault.ts'

/** Asks every `everyMs` until the signal aborts; after a fault it waits as long as it was told. */
export async function poll(
  everyMs: number,
  ask: () => Promise<void>,
  { signal, report }: { signal: AbortSignal; report: FaultReport },
): Promise<void> {
  while (!signal.aborted) {
    let waitMs = everyMs
    try {
      await ask()
    } catch (error) {
      if (signal.aborted) return
      report(error)
      if (error instanceof SourceFault) waitMs = Math.max(waitMs, error.retryAfterMs ?? 0)
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
