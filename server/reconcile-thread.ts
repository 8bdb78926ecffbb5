import { parentPort, workerData } from 'node:worker_threads'
import { CHECK_BOUNDS } from '#server/events/connection.ts'
import { FEATURES } from '#server/features/index.ts'
import type {
  ThreadMessage,
  ThreadOrder,
} from '#server/features/reconciliation/inspect-in-thread.ts'
import {
  forgetVerifiedState,
  keepVerifiedState,
  NOTHING_VERIFIED,
  readVerifiedState,
} from '#server/ledger/verified-state.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { openPool } from '#server/platform/pool.ts'
import { inTransaction } from '#server/platform/transaction.ts'

// One run of the ledger checks: starts where the last run ended, and stores how far no fault was
// found. After a fault nothing is stored, so that the next run starts from the first event.

const { databaseUrl, scope } = workerData as ThreadOrder
const send = (message: ThreadMessage) => parentPort?.postMessage(message)

const pool = openPool(databaseUrl, 1, CHECK_BOUNDS)
try {
  const since = scope === 'full' ? NOTHING_VERIFIED : await readVerifiedState(pool)
  const { faults, verified, events, upTo, ...seen } = await inspectLedger(
    pool,
    FEATURES.aggregates,
    {
      since,
      name: 'reconciliation',
      onProgress: (step, done, total) => send({ progress: [step, Number(done), Number(total)] }),
    },
  )
  await inTransaction(pool, (transaction) =>
    faults.length > 0
      ? forgetVerifiedState(transaction)
      : keepVerifiedState(transaction, verified, since.position),
  )
  send({
    inspection: {
      faults,
      transfers: seen.transfers,
      streams: seen.streams,
      accounts: seen.accounts,
      trialBalance: seen.trialBalance,
      events: Number(events),
      after: String(since.position),
      upTo: String(upTo),
      verifiedUpTo: String(verified.position),
    },
  })
} finally {
  await pool.end()
}
