import { readProgress } from '#server/facts/run-progress.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { readFollowers } from '#server/queries/follower-standing.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/reconciliation.ts'
import { isRefusal } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { readReconciliation, requestByStaff } from './handler.ts'
import { presentFinished, presentRunning } from './present.ts'
import type { RunStep } from './runs.ts'

/** Routes for staff that compare the ledger with its projections. */
export function registerReconciliationRoutes(app: App, services: Services): void {
  const { pool, log, clock } = services

  mount(app, services, contract.readReconciliation, async () => {
    const [{ running, last, verified }, { head, followers }] = await Promise.all([
      readReconciliation(log),
      readFollowers(pool),
    ])
    const now = instantOf(clock.now())
    const progress = running ? await readProgress<RunStep>(pool, running.runId) : undefined
    return {
      head: String(head),
      verified,
      running: running && (await presentRunning(pool, running, { progress, now })),
      last: last && (await presentFinished(pool, last)),
      followers: followers.map((each) => ({ ...each, position: String(each.position) })),
    }
  })

  mount(app, services, contract.requestReconciliation, async ({ body, caller, cause }) => {
    const result = await requestByStaff(services, body.scope, { caller, cause })
    if (isRefusal(result)) return result
    const { running } = result.state
    if (!running) throw new Error('a run that was asked for is running')
    return { message: msg('The checks have started'), run_id: running.runId }
  })

  mount(app, services, contract.readLedgerAlarm, async () => {
    const { last } = await readReconciliation(log)
    const [first] = last?.faults ?? []
    if (!last || !first) return { alarm: null }
    return { alarm: { check: first.check, found_at: last.report.finishedAt } }
  })
}
