import { useMemo, useState } from 'react'
import type { CallInput } from '#pwa/data/api-request.ts'
import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { type QueryOptions, usePagesFor, useQueryFor, type Whole } from '#pwa/data/use-query-for.ts'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { currentUser } from '#shared/contract/auth.ts'
import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import { listStakes } from '#shared/contract/staking.ts'
import { useSession } from './use-session.ts'

/**
 * The response of a route with the signed-in user in its path; waits while no one is signed in. It
 * is polled at least while the server cannot push changes.
 */
export function useOwn<const R extends RouteDefinition>(
  route: Whole<R>,
  inputFor: (userId: string) => CallInput<R>,
  options: Omit<QueryOptions, 'isEnabled'> = {},
) {
  const { user } = useSession()
  const isEnabled = user !== undefined
  const settings = { ...useFallbackPolling(), ...options, isEnabled }
  return useQueryFor(route, inputFor(user?.userId ?? ''), settings)
}

/** How many rows of an own list are read at a time. */
export const OWN_PAGE = 50

type PageInput<R extends RouteDefinition> = CallInput<R> & { readonly query: Page }
interface Page {
  /** How many rows fill a page. */
  readonly limit: number
}

/**
 * A list of the signed-in user, as far as it was loaded; the rest is a press or a scroll away. While
 * it loads with another filter, its previous rows remain.
 */
export function useOwnPages<const R extends RouteDefinition>(
  route: R,
  inputFor: (userId: string) => PageInput<R>,
  options: Omit<QueryOptions, 'isEnabled'> = {},
) {
  const { user } = useSession()
  const isEnabled = user !== undefined
  const input = inputFor(user?.userId ?? '')
  const nextOf = afterFullPage(input.query.limit)
  const pages = usePagesFor(route, input, {
    ...options,
    isEnabled,
    nextOf: (page) => nextOf(page as readonly { readonly id: string }[]),
  })
  const { data: loaded } = pages
  const rows = useMemo(() => loaded?.flat() as ResponseOf<R> | undefined, [loaded])
  const [shown, setShown] = useState(rows)
  if (rows && rows !== shown) setShown(rows)
  return { ...pages, data: rows ?? (pages.error ? undefined : shown) }
}

const USER_POLL_MS = 60_000

/** The signed-in user as the server describes them; changes come over the live channel. */
export function useOwnUser() {
  return useQueryFor(currentUser, {}, useFallbackPolling(USER_POLL_MS))
}

const STAKES_POLL_MS = 10_000

/** The user's staking positions, newest first. */
export function useStakes() {
  const query = { limit: OWN_PAGE }
  const options = { pollMs: STAKES_POLL_MS }
  return useOwnPages(listStakes, (userId) => ({ params: { userId }, query }), options)
}
