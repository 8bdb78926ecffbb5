import { useState } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listLiabilities } from '#shared/contract/liabilities.ts'

const POLL_MS = 60_000
const POLL_WHILE_RUNNING_MS = 1_000

/** The statements of liabilities; closely followed while one is made. */
export function useLiabilities() {
  const [isRunning, setRunning] = useState(false)
  const pollMs = isRunning ? POLL_WHILE_RUNNING_MS : POLL_MS
  const query = useQueryFor(listLiabilities, {}, { pollMs })
  const running = Boolean(query.data?.running)
  if (running !== isRunning) setRunning(running)
  return query
}
