import { parentPort, workerData } from 'node:worker_threads'
import { drill } from '#server/backup/drill.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { withPlace } from '#server/backup/open-place.ts'
import type { DrillMessage, DrillOrder } from '#server/features/backup-drills/drill-in-thread.ts'

/** A copy beside the live database uses the disk that the platform writes to. */
const COPY_BYTES_MAX = 20 * 1024 ** 3

// One drill: restores the newest backup, verifies it and drops it.

const { ownerUrl, copyUrl, place: address, identityFile, masterKeys } = workerData as DrillOrder
const send = (message: DrillMessage) => parentPort?.postMessage(message)
const stop = new AbortController()
parentPort?.on('message', () => stop.abort())
// The listener must not keep the thread alive.
parentPort?.unref()
try {
  const identities = await readIdentities(identityFile)
  const report = await withPlace(address, (place) =>
    drill({
      ownerUrl,
      copyUrl,
      bytesMax: copyUrl === undefined ? COPY_BYTES_MAX : undefined,
      place,
      identities,
      masterKeys: masterKeys.map((key) => Buffer.from(key)),
      stopping: stop.signal,
    }),
  )
  send({ report })
} catch (error) {
  send({ fault: error instanceof Error ? error.message : String(error) })
}
// Parts of a stopped restore may still be running.
if (stop.signal.aborted) process.exit()
