import { usePagesFor } from '#pwa/data/use-query-for.ts'
import { OWN_PAGE } from '#pwa/hooks/use-own.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { listHolds } from '#shared/contract/portfolio.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

/** What holds the frozen amounts of the signed-in user, page by page. */
export function useHolds() {
  const { user } = useSession()
  const asked = { params: { userId: user?.userId ?? '' }, query: { limit: OWN_PAGE } }
  const pages = usePagesFor(listHolds, asked, {
    pollMs: POLL_MS,
    isEnabled: user !== undefined,
    nextOf: (page) => {
      const last = page.at(-1)
      return last === undefined || page.length < OWN_PAGE ? null : `${last.kind}-${last.id}`
    },
  })
  return { ...pages, data: pages.data?.flat() }
}
