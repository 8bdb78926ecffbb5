import { useState } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { readLedgerAlarm, readReconciliation } from '#shared/contract/reconciliation.ts'

const POLL_MS = 30_000
const POLL_WHILE_RUNNING_MS = 1_000

/** What the checks have found; closely followed while they run. */
export function useReconciliation() {
  const [isRunning, setRunning] = useState(false)
  const query = useQueryFor(
    readReconciliation,
    {},
    { pollMs: isRunning ? POLL_WHILE_RUNNING_MS : POLL_MS },
  )
  const running = Boolean(query.data?.running)
  if (running !== isRunning) setRunning(running)
  return query
}

/** The fault that staff are warned of on every page; it comes over the live channel as well. */
export function useLedgerAlarm() {
  return useQueryFor(readLedgerAlarm, {}, { pollMs: 60_000 }).data?.alarm ?? undefined
}
