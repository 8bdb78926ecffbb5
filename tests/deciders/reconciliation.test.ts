import { describe, expect, test } from 'vitest'
import {
  type AskedRun,
  finishRun,
  type RunFaults,
  type RunReport,
  reconciliation,
  requestRun,
} from '#server/features/reconciliation/decider.ts'
import type { ReconciliationEvent } from '#server/features/reconciliation/events.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LATER = '2026-01-31T09:31:00.000Z'
const MUCH_LATER = '2026-01-31T09:31:00.001Z'

const asked: AskedRun = {
  runId: 'run-1',
  scope: 'incremental',
  requestedBy: 'staff-1',
  requestedAt: AT,
}
const requested: ReconciliationEvent = { type: 'ReconciliationRequested', data: asked }
const report: RunReport = {
  runId: 'run-1',
  startedAt: AT,
  finishedAt: LATER,
  after: '0',
  upTo: '20',
  verifiedUpTo: '19',
  events: 20,
  transfers: 8,
  streams: 6,
  accounts: 3,
  trialBalance: [],
}
const faults: RunFaults = [{ check: 'balances', fault: 'user 1 is richer than the log', more: 0 }]
const passed: ReconciliationEvent = { type: 'ReconciliationPassed', data: report }
const failed: ReconciliationEvent = { type: 'ReconciliationFailed', data: { ...report, faults } }

const request = (at: string, lastSeenAt: string | null = null) => {
  const command = { runId: 'run-2', scope: 'full', requestedBy: null } as const
  return (state: typeof reconciliation.initial) => requestRun(state, command, { at, lastSeenAt })
}
const next: ReconciliationEvent = {
  type: 'ReconciliationRequested',
  data: { runId: 'run-2', scope: 'full', requestedBy: null, requestedAt: AT },
}

describe('requesting the ledger checks', () => {
  test('starts a run if none is running', () => {
    given(reconciliation, []).when(request(AT)).yields(next)
    given(reconciliation, [requested, passed]).when(request(AT)).yields(next)
  })

  test('is refused while one is running', () => {
    const refused = { refused: 'reconciliation.running' } as const
    given(reconciliation, [requested]).when(request(AT)).yields(refused)
    given(reconciliation, [requested]).when(request(LATER)).yields(refused)
    given(reconciliation, [requested]).when(request(MUCH_LATER, LATER)).yields(refused)
  })

  test('replaces a run that stopped reporting', () => {
    const replaced = { ...next, data: { ...next.data, requestedAt: MUCH_LATER } } as const
    given(reconciliation, [requested]).when(request(MUCH_LATER)).yields(replaced)
    given(reconciliation, [requested]).when(request(MUCH_LATER, AT)).yields(replaced)
  })
})

describe('the report of a run', () => {
  test('passes without faults and fails with faults', () => {
    given(reconciliation, [requested])
      .when((state) => finishRun(state, report, []))
      .yields(passed)
    given(reconciliation, [requested])
      .when((state) => finishRun(state, report, faults))
      .yields(failed)
  })

  test('is refused if another run replaced it or it was already reported', () => {
    const refused = { refused: 'reconciliation.superseded' } as const
    for (const past of [[], [requested, next], [requested, passed]]) {
      given(reconciliation, past)
        .when((state) => finishRun(state, report, []))
        .yields(refused)
    }
  })

  test('verifies the ledger up to its position, or nothing after a fault', () => {
    const sound = stateAfter(reconciliation, [requested, passed])
    expect(sound).toMatchObject({ running: null, verified: { position: '19', at: LATER } })
    const second = { ...requested, data: { ...asked, runId: 'run-3' } } as const
    const faulty = stateAfter(reconciliation, [requested, passed, second, failed])
    expect(faulty).toMatchObject({ running: null, verified: null, last: { faults } })
  })

  test('has a one-word status', () => {
    const status = (past: readonly ReconciliationEvent[]) =>
      reconciliation.summarise(stateAfter(reconciliation, past)).status
    expect(status([])).toBe('never')
    expect(status([requested])).toBe('running')
    expect(status([requested, passed])).toBe('sound')
    expect(status([requested, failed])).toBe('faulty')
  })
})
