import { pause } from '#server/events/pause.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import type { Services } from '#server/services.ts'
import { type Loss, recordLoss } from './handler.ts'

const AGAIN_MS = 1_000

type Needs = Pick<Services, 'history' | 'effects' | 'log' | 'clock' | 'logger'>

/**
 * Records what a failover has lost, as far as this process knows: positions that it had seen and
 * that now hold other events, and the mails and pushes that had been sent because of them. The
 * event notifies staff. The followers themselves continue from their checkpoints, which went back
 * with the log.
 */
export function watchHistory(needs: Needs): { stop(): Promise<void> } {
  const { history, effects, logger } = needs
  const stopping = new AbortController()
  const recording = new Set<Promise<void>>()
  const unsubscribe = history.onChange((change) => {
    const lost = { ...change, ...effects.takeAbove(change.shared) }
    const { epoch, before, mails, pushes } = lost
    const numbers = { epoch, before, shared: `${change.shared}`, seen: `${change.seen}` }
    if (change.seen <= change.shared) {
      logger.info(numbers, 'the log is on another history, and nothing was lost')
      return
    }
    logger.error({ ...numbers, mails, pushes }, 'a failover has lost events of the log')
    const work = untilRecorded(needs, lost, stopping.signal)
    recording.add(work)
    void work.finally(() => recording.delete(work))
  })
  return {
    async stop() {
      unsubscribe()
      stopping.abort()
      await Promise.all(recording)
    },
  }
}

/** The database has just failed over and may not respond at once. */
async function untilRecorded(needs: Needs, loss: Loss, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await recordLoss(needs, loss)
      return
    } catch (error) {
      const fault = 'what a failover has lost is not recorded yet'
      repeatedFaults(needs.logger).warn(fault, { err: error }, fault)
      await pause(AGAIN_MS, signal)
    }
  }
}
