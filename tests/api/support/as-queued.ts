import { LogBusy } from '#server/events/batcher.ts'

/** Runs a job as its queue does, which repeats what the log was too busy for. */
export async function asQueued(job: () => Promise<void>): Promise<void> {
  try {
    await job()
  } catch (error) {
    if (!(error instanceof LogBusy)) throw error
    await asQueued(job)
  }
}
