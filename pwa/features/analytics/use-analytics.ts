import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { readAnalytics } from '#shared/contract/analytics.ts'
import type { AnalyticsPeriod } from '#shared/rules/analytics.ts'

const POLL_MS = 60_000

export function useAnalytics(period: AnalyticsPeriod) {
  return useQueryFor(readAnalytics, { query: { period } }, { pollMs: POLL_MS })
}
