import { buffer } from 'node:stream/consumers'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleType } from 'cockatiel'
import { type ObjectStore, StoreUnavailable } from '#server/platform/stores/object-store.ts'
import { openS3Connection, type S3Patience } from '#server/platform/stores/s3-connection.ts'
import type { S3Address } from '#server/platform/stores/store-address.ts'
import { SECOND_MS } from '#shared/time.ts'

/** All attempts together take less time than the app waits for a response. */
export interface StorePatience extends S3Patience {
  /** How long a store is not called after several failures in a row. Milliseconds. */
  readonly restMs: number
}

const PATIENCE: StorePatience = {
  attemptMs: 8 * SECOND_MS,
  totalMs: 15 * SECOND_MS,
  restMs: 5 * SECOND_MS,
}
const FAILURES_BEFORE_REST = 3

/** Written when a server starts and read by its checks; contains nothing private. */
const PROBE = 'probe'

/** Objects in a bucket in S3, or in any S3-compatible store. */
export async function openS3Store(
  address: S3Address,
  patience: StorePatience = PATIENCE,
): Promise<ObjectStore> {
  const connection = await openS3Connection(address, patience)
  // A store that hangs must not delay every upload until its timeout.
  const breaker = circuitBreaker(handleType(StoreUnavailable), {
    breaker: new ConsecutiveBreaker(FAILURES_BEFORE_REST),
    halfOpenAfter: patience.restMs,
  })
  const within = <T>(work: () => Promise<T>): Promise<T> =>
    breaker.execute(work).catch((error) => {
      if (!(error instanceof BrokenCircuitError)) throw error
      throw new StoreUnavailable(connection.label, 'has failed several times in a row', {
        isLasting: false,
        cause: error,
      })
    })
  const put = (name: string, content: Buffer) => within(() => connection.put(name, content))
  const get = (name: string) => within(() => connection.get(name))
  const remove = (name: string) => within(() => connection.remove(name))
  const check = async () => {
    // Read to the end, so that the connection can be reused.
    const found = await get(PROBE)
    if (found) await buffer(found.content)
  }
  return {
    label: connection.label,
    isRemote: true,
    put,
    get,
    remove,
    async replace(name, by) {
      const found = await get(by)
      if (!found) return
      await put(name, await buffer(found.content))
      await remove(by)
    },
    check,
    async prove() {
      await put(PROBE, Buffer.from('This object shows that files can be stored here.\n'))
      await check()
    },
    close: connection.close,
  }
}
