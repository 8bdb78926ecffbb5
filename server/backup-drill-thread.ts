import { parentPort, workerData } from 'node:worker_threads'
import { drill } from '#server/backup/drill.ts'
import { readIdentities } from '#server/backup/identities.ts'
import type { DrillMessage, DrillOrder } from '#server/features/backup-drills/drill-in-thread.ts'
import { FEATURES } from '#server/features/index.ts'

// One drill: restores the newest backup beside the live database, proves it and drops it.

const { ownerUrl, folder, identityFile, masterKeys } = workerData as DrillOrder
const tell = (message: DrillMessage) => parentPort?.postMessage(message)
try {
  const report = await drill({
    ...{ ownerUrl, folder },
    identities: await readIdentities(identityFile),
    masterKeys: masterKeys.map((key) => Buffer.from(key)),
    aggregates: FEATURES.aggregates,
  })
  tell({ report })
} catch (error) {
  tell({ fault: error instanceof Error ? error.message : String(error) })
}
