import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useOwn } from '#pwa/hooks/use-own.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { listNewResults, type NewResults, seeResults } from '#shared/contract/results.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export interface News {
  /** Where the results are shown. */
  readonly url: string
  readonly labels: readonly string[]
  readonly count: number
}

/** Results that the user has not seen, by the place that shows them. */
export function useNews(): readonly News[] {
  const { data } = useOwn(listNewResults, (userId) => ({ params: { userId } }), { pollMs: POLL_MS })
  const { pathname, search } = useLocation()
  const { submit } = useSubmit(seeResults)
  const shown = data?.results.find(({ url, needs_ok }) => url === pathname + search && !needs_ok)
  const [kind, until] = [shown?.kind, data?.as_of]
  useEffect(() => {
    // In a background tab no one sees them.
    if (kind === undefined || until === undefined || document.hidden) return
    // If it fails, they are announced again.
    void submit({ body: { kind, until } })
  }, [kind, until, submit])
  return newsOf(data?.results ?? [])
}

/** One entry for each place: deposits and withdrawals are in one list. */
export function newsOf(results: readonly NewResults[]): readonly News[] {
  return [...Map.groupBy(results, ({ url }) => url)].map(([url, there]) => ({
    url,
    labels: there.map(({ label }) => label),
    count: there.reduce((sum, { count }) => sum + count, 0),
  }))
}
