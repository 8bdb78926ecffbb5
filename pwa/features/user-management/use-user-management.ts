import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { weighAdjustment } from '#shared/contract/adjustments.ts'
import { listCasesOfUser } from '#shared/contract/cases.ts'
import { readPortfolio } from '#shared/contract/portfolio.ts'
import { type HistoryList, listUserHistory } from '#shared/contract/user-history.ts'
import { listUsers, readManagedUser, type UserSort } from '#shared/contract/users.ts'
import type { AdjustableSymbol } from '#shared/rules/adjustments.ts'

const PAGE = 20
const HISTORY_PAGE = 50

export function useUsers(asked: { readonly search: string; readonly sort: UserSort }) {
  const { search, sort } = asked
  const pages = usePagesFor(
    listUsers,
    { query: { sort, limit: PAGE, ...(search === '' ? {} : { search }) } },
    { nextOf: ({ next }) => next },
  )
  const [first] = pages.data ?? []
  return { ...pages, users: pages.data?.flatMap(({ users }) => users), counts: first }
}

export function useManagedUser(userId: string) {
  return useQueryFor(readManagedUser, { params: { userId } }, useFallbackPolling())
}

/** Another user's portfolio: never cached on this device. */
export function useUserPortfolio(userId: string) {
  const options = { ...useFallbackPolling(), isKept: false }
  return useQueryFor(readPortfolio, { params: { userId } }, options)
}

/** Whether an adjustment would wait for a second approval; without amounts a reset to zero. */
export function useAdjustmentStanding(
  userId: string,
  query: Readonly<Partial<Record<AdjustableSymbol, string>>>,
) {
  return useQueryFor(weighAdjustment, { params: { userId }, query }, { isKept: false })
}

/** One history of a user, hidden entries included. */
export function useUserHistory(userId: string, list: HistoryList) {
  const pages = usePagesFor(
    listUserHistory,
    { params: { userId }, query: { list, limit: HISTORY_PAGE } },
    { nextOf: afterFullPage(HISTORY_PAGE) },
  )
  return { ...pages, entries: pages.data?.flat() }
}

const CASES_PAGE = 30

/** Everything of one user that staff can open, of one kind if one is named. */
export function useUserCases(userId: string, kind: string) {
  const pages = usePagesFor(
    listCasesOfUser,
    { params: { userId }, query: { limit: CASES_PAGE, ...(kind === '' ? {} : { kind }) } },
    { nextOf: ({ next }) => next },
  )
  const [first] = pages.data ?? []
  return { ...pages, rows: pages.data?.flatMap(({ cases }) => cases), kinds: first?.kinds }
}
