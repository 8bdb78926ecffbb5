import { type App, mount } from '#server/platform/mount.ts'
import { readFollowers } from '#server/queries/follower-standing.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/reconciliation.ts'
import { isRefusal } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { reconciliationRuns } from './handler.ts'
import { presentFinished, presentRunning } from './present.ts'

/** Routes for staff that compare the ledger with its projections. */
export function registerReconciliationRoutes(app: App, services: Services): void {
  const { pool, log } = services

  mount(app, services, contract.readReconciliation, async () => {
    const [{ running, last, verified }, { head, followers }] = await Promise.all([
      reconciliationRuns.readState(log),
      readFollowers(pool),
    ])
    const standing = running && (await reconciliationRuns.standingOf(services, running))
    return {
      head: String(head),
      verified,
      running: running && standing && (await presentRunning(pool, running, standing)),
      last: last && (await presentFinished(pool, last)),
      followers: followers.map((each) => ({ ...each, position: String(each.position) })),
    }
  })

  mount(app, services, contract.requestReconciliation, async ({ body, caller, cause }) => {
    const asked = await reconciliationRuns.requestByStaff(
      services,
      { scope: body.scope },
      { caller, cause },
    )
    if (isRefusal(asked)) return asked
    return { message: msg('The checks have started'), run_id: asked.runId }
  })

  mount(app, services, contract.readLedgerAlarm, async () => {
    const { last } = await reconciliationRuns.readState(log)
    const [first] = last?.faults ?? []
    if (!last || !first) return { alarm: null }
    return { alarm: { check: first.check, found_at: last.report.finishedAt } }
  })
}
