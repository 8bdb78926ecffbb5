import type { Queryable } from '#server/projections/documents.ts'
import { namedByNumbers, requesterOf } from '#server/queries/people.ts'
import type { FinishedRun, RunningRun } from '#shared/contract/reconciliation.ts'
import { LEDGER_CHECKS } from '#shared/rules/reconciliation.ts'
import type { AskedRun, FinishedRun as Run, RunFaults } from './decider.ts'
import type { reconciliationRuns } from './handler.ts'

export async function presentFinished(db: Queryable, run: Run): Promise<FinishedRun> {
  const { report } = run
  const faults = await withNames(db, run.faults)
  return {
    ...(await presentAsked(db, run)),
    started_at: report.startedAt,
    finished_at: report.finishedAt,
    after: report.after,
    up_to: report.upTo,
    events: report.events,
    transfers: report.transfers,
    streams: report.streams,
    accounts: report.accounts,
    is_sound: faults.length === 0,
    checks: LEDGER_CHECKS.map((check) => {
      const found = faults.find((each) => each.check === check)
      return {
        check,
        is_sound: found === undefined,
        fault: found?.fault ?? null,
        more: found?.more ?? 0,
      }
    }),
    trial_balance: [...report.trialBalance],
  }
}

export async function presentRunning(
  db: Queryable,
  run: AskedRun,
  { progress, isSilent }: Awaited<ReturnType<typeof reconciliationRuns.standingOf>>,
): Promise<RunningRun> {
  return {
    ...(await presentAsked(db, run)),
    step: progress?.step ?? 'waiting',
    done: progress?.done ?? 0,
    total: progress?.total ?? 0,
    is_silent: isSilent,
  }
}

/** Faults name users by the number in their ledger accounts; staff know users by display id. */
async function withNames(db: Queryable, faults: RunFaults): Promise<RunFaults> {
  const numbers = faults.flatMap(({ fault }) =>
    [...fault.matchAll(USER)].map(([, no]) => no ?? '0'),
  )
  if (numbers.length === 0) return faults
  const people = await namedByNumbers(db, numbers.map(BigInt))
  const idOf = new Map(people.map(({ userNo, displayId }) => [String(userNo), displayId]))
  return faults.map((found) => ({
    ...found,
    fault: found.fault.replace(USER, (text, no: string) => {
      const displayId = idOf.get(no)
      return displayId ? `${text} (${displayId})` : text
    }),
  }))
}

const USER = /\buser (\d+)\b/g

async function presentAsked(db: Queryable, { runId, scope, requestedAt, requestedBy }: AskedRun) {
  return {
    id: runId,
    scope,
    requested_at: requestedAt,
    requested_by: await requesterOf(db, requestedBy),
  }
}
