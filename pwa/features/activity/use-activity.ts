import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '#pwa/data/api-client.ts'
import { type ApiFailure, failureOf } from '#pwa/data/api-error.ts'
import { usePagesFor } from '#pwa/data/use-pages-for.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSession } from '#pwa/features/session/use-session.ts'
import {
  explainActivity,
  listActivity,
  readBalancesAt,
  readStatement,
} from '#shared/contract/activity.ts'
import type { Instant } from '#shared/time.ts'
import { type ActivityFilter, localZone, type NamedZone, queryOf } from './activity-filter.ts'
import { saveFile } from './save-file.ts'
import type { StatementPeriod } from './statement-period.ts'

/** Whose activity the address asks for: the own, or anybody's for staff; the server decides. */
export function useWhose(): { readonly userId: string; readonly isOwn: boolean } {
  const { user, isStaff } = useSession()
  const [query] = useSearchParams()
  const asked = isStaff ? query.get('user') : null
  const own = user?.userId ?? ''
  return { userId: asked ?? own, isOwn: asked === null || asked === own }
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

/** Why a balance moved. */
export function useActivityReason(position: string) {
  const { userId, isOwn } = useWhose()
  return useQueryFor(
    explainActivity,
    { params: { userId, position } },
    { isEnabled: userId !== '', isKept: isOwn },
  )
}

/** What somebody had at a moment; without one, what they have now. */
export function useBalancesAt(at: Instant | undefined) {
  const { userId, isOwn } = useWhose()
  return useQueryFor(
    readBalancesAt,
    { params: { userId }, query: at === undefined ? {} : { at } },
    { isEnabled: userId !== '', isKept: isOwn },
  )
}

/** Fetches a statement and hands it to the browser as a file. */
export function useStatement() {
  const { userId } = useWhose()
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()

  async function download(period: StatementPeriod, zone: NamedZone): Promise<string | undefined> {
    setLoading(true)
    setFailure(undefined)
    try {
      const answer: unknown = await call(readStatement, {
        params: { userId },
        query: { ...period, zone: zone.name },
      })
      if (!(answer instanceof Response)) throw new Error('the statement has no file')
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
      const fileName = name ?? `statement-${period.from}-to-${period.to}.csv`
      saveFile(await answer.blob(), fileName)
      return fileName
    } catch (error) {
      setFailure(failureOf(error))
      return undefined
    } finally {
      setLoading(false)
    }
  }

  return { download, isLoading, failure }
}
