import { LogBusy } from '#server/events/batcher.ts'

/** Runs a job as its queue does, which retries while the log is too busy. */
export async function asQueued(job: () => Promise<void>): Promise<void> {
  try {
    await job()
  } catch (error) {
    if (!(error instanceof LogBusy)) throw error
    await asQueued(job)
  }
}
