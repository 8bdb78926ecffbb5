import { parentPort, workerData } from 'node:worker_threads'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { FEATURES } from '#server/features/index.ts'
import { type CheckPart, localChecker } from '#server/ledger/checker.ts'
import { openPool } from '#server/platform/pool.ts'
import type { CheckThreadOrder } from '#server/verify-threads.ts'

// Checks the parts that it receives, one at a time, until it is terminated.

const { databaseUrl, withPrices } = workerData as CheckThreadOrder
const aggregates = withPrices
  ? FEATURES.aggregates
  : FEATURES.aggregates.map(({ restsOn: _, ...aggregate }) => aggregate)
const { check } = localChecker(openPool(databaseUrl, 1, OPERATOR_BOUNDS), aggregates)

parentPort?.on('message', async (part: CheckPart) => {
  parentPort?.postMessage(await check(part))
})
