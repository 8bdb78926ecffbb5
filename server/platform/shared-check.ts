/**
 * Runs a check for all its callers: one run at a time, and at most one in `everyMs`. In between,
 * callers get the last result, so the number of callers does not change the load.
 */
export function sharedCheck<T>(check: () => Promise<T>, everyMs: number): () => Promise<T> {
  let last: Promise<T> | undefined
  let isUnderWay = false
  let startedAt = 0
  return () => {
    if (last && (isUnderWay || performance.now() - startedAt < everyMs)) return last
    const end = () => {
      isUnderWay = false
    }
    isUnderWay = true
    startedAt = performance.now()
    last = check()
    last.then(end, end)
    return last
  }
}
