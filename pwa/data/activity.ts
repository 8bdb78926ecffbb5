/** Held by every tab in which a submission is being stored or sent directly. */
const SUBMISSION_LOCK = 'submission'
/** Held by the tab or worker that sends the outbox. */
export const OUTBOX_LOCK = 'outbox'

/** Marks work that a reload of the page must not cut off. */
export function duringSubmission<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(SUBMISSION_LOCK, { mode: 'shared' }, work)
}

/** Whether any tab is in the middle of a submission; the update prompt asks before it reloads. */
export async function isSubmitting(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === SUBMISSION_LOCK || lock.name === OUTBOX_LOCK)
}
