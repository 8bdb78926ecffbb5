import { useParams } from 'react-router-dom'
import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { localZone, type NamedZone } from '#pwa/hooks/calendar-days.ts'
import { useDownload } from '#pwa/hooks/use-download.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import {
  explainActivity,
  listActivity,
  listSecurityEvents,
  readBalancesAt,
  readStatement,
} from '#shared/contract/activity.ts'
import { readUser } from '#shared/contract/users.ts'
import type { Instant } from '#shared/time.ts'
import { type ActivityFilter, queryOf } from './activity-filter.ts'
import type { StatementPeriod } from './statement-period.ts'

/** The user named in the address, for staff, or the signed-in user; the server decides. */
export function useWhose(): { readonly userId: string; readonly isOwn: boolean } {
  const { user } = useSession()
  const { userId: asked } = useParams<'userId'>()
  const own = user?.userId ?? ''
  return { userId: asked ?? own, isOwn: asked === undefined || asked === own }
}

/** Everything that moved a balance, newest first, page by page. */
export function useActivity(filter: ActivityFilter) {
  const { userId, isOwn } = useWhose()
  const pages = usePagesFor(
    listActivity,
    { params: { userId }, query: queryOf(filter, localZone()) },
    { isEnabled: userId !== '', isKept: isOwn, nextOf: (page) => page.next },
  )
  return { ...pages, lines: pages.data?.flatMap(({ lines }) => lines) }
}

export function useActivityReason(position: string) {
  const { userId, isOwn } = useWhose()
  return useQueryFor(
    explainActivity,
    { params: { userId, position } },
    { isEnabled: userId !== '', isKept: isOwn },
  )
}

/** What a user held at a moment; without one, what they hold now. */
export function useBalancesAt(at: Instant | undefined) {
  const { userId, isOwn } = useWhose()
  return useQueryFor(
    readBalancesAt,
    { params: { userId }, query: at === undefined ? {} : { at } },
    { ...useFallbackPolling(), isEnabled: userId !== '', isKept: isOwn },
  )
}

/** What changed the protection of the account, newest first, page by page. */
export function useSecurityEvents() {
  const { userId, isOwn } = useWhose()
  const pages = usePagesFor(
    listSecurityEvents,
    { params: { userId }, query: {} },
    { isEnabled: userId !== '', isKept: isOwn, nextOf: (page) => page.next },
  )
  return { ...pages, events: pages.data?.flatMap(({ lines }) => lines) }
}

export function useOwnerOfActivity() {
  const { userId } = useWhose()
  const { data } = useQueryFor(readUser, { params: { userId } }, { isKept: false })
  return { userId, name: data && (data.full_name || data.display_id) }
}

export function useStatement() {
  const { userId } = useWhose()
  const { download, ...state } = useDownload(readStatement)
  return {
    ...state,
    download: (period: StatementPeriod, zone: NamedZone) =>
      download(
        { params: { userId }, query: { ...period, zone: zone.name } },
        `statement-${period.from}-to-${period.to}.csv`,
      ),
  }
}
