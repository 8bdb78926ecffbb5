/** Held by every tab in which a submission is being stored or sent directly. */
const SUBMISSION_LOCK = 'submission'
/** Held by whoever sends the outbox, in whichever tab or worker. */
export const OUTBOX_LOCK = 'outbox'

let running = 0

/** Marks work that a reload of the page must not cut off. */
export async function duringSubmission<T>(work: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return navigator.locks
      ? await navigator.locks.request(SUBMISSION_LOCK, { mode: 'shared' }, work)
      : await work()
  } finally {
    running -= 1
  }
}

/** Whether any tab is in the middle of a submission; the update prompt asks before it reloads. */
export async function isSubmitting(): Promise<boolean> {
  if (running > 0 || !navigator.locks) return running > 0
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === SUBMISSION_LOCK || lock.name === OUTBOX_LOCK)
}
