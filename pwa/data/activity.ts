/** Held by every tab that stores a submission or sends one directly. */
const SUBMISSION_LOCK = 'submission'
/** Held by the tab or worker that sends the outbox. */
export const OUTBOX_LOCK = 'outbox'

/** Marks work that a reload must not interrupt. */
export function duringSubmission<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(SUBMISSION_LOCK, { mode: 'shared' }, work)
}

/** True while any tab submits: an update must not reload the page then. */
export async function isSubmitting(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === SUBMISSION_LOCK || lock.name === OUTBOX_LOCK)
}
