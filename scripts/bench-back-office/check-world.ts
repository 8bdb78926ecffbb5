import type { Pool } from 'pg'
import { allFollowers } from '#server/background.ts'
import { registerFollower, stepFollower } from '#server/events/subscription.ts'
import { FEATURES } from '#server/features/index.ts'
import { inspectLedger, type LedgerReport } from '#server/ledger/verify-ledger.ts'
import { projectionFollowers } from '#server/projections/runner.ts'

/**
 * Folds every projection up to the end of the log. Notifications and mails start after it: no one
 * is notified of generated history.
 */
export async function catchUp(pool: Pool): Promise<void> {
  for (const follower of allFollowers()) {
    const isProjection = projectionFollowers().some(({ name }) => name === follower.name)
    await registerFollower(pool, isProjection ? follower : { ...follower, from: 'now' })
    if (isProjection) while ((await stepFollower(pool, follower, FEATURES.catalog)) !== 'level') {}
  }
}

/**
 * What `npm run verify:ledger` checks, over all that was loaded and folded: every event, stream,
 * document, transfer, balance and statement line.
 *
 * @throws if a check fails
 */
export async function checkWorld(pool: Pool): Promise<LedgerReport> {
  const report = await inspectLedger(pool, FEATURES.aggregates)
  const [first] = report.faults
  if (first) throw new Error(`what was loaded is not sound: ${first.check}: ${first.fault}`)
  return report
}
