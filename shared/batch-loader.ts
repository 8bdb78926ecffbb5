/** Keys looked up in one call at most; more wait for the next one. */
const BATCH_MAX = 200
/** The most concurrent calls: the other connections of the pool are for other work. */
const CALLS_MAX = 2

interface Waiting<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Looks up single things, many in one call: requests that arrive during a call share the next one,
 * and equal keys are looked up once. Nothing is cached, so no result is stale. `dataloader` is not
 * used, because it does not limit concurrent calls, and without its cache it does not merge equal
 * keys.
 *
 * @param nameOf distinguishes keys; `load` returns results by these names
 */
export function batchLoader<Key, Value>(
  nameOf: (key: Key) => string,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const waiting: Waiting<Key, Value>[] = []
  let underWay = 0

  async function loadBatch(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const keys = new Map(batch.map(({ key }) => [nameOf(key), key]))
      const found = await load([...keys.values()])
      for (const { key, resolve } of batch) resolve(found.get(nameOf(key)))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      underWay -= 1
      next()
    }
  }

  function next(): void {
    if (waiting.length === 0 || underWay >= CALLS_MAX) return
    underWay += 1
    void loadBatch(waiting.splice(0, BATCH_MAX))
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      next()
    })
}
