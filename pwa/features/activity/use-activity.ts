import { useState } from 'react'
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

/** Everything that moved a balance of the signed-in person, newest first, page by page. */
export function useActivity(filter: ActivityFilter) {
  const { user } = useSession()
  const pages = usePagesFor(
    listActivity,
    { params: { userId: user?.userId ?? '' }, query: queryOf(filter, localZone()) },
    { isEnabled: user !== undefined, nextOf: (page) => page.next },
  )
  return { ...pages, lines: pages.data?.flatMap(({ lines }) => lines) }
}

/** Why a balance moved. */
export function useActivityReason(position: string) {
  const { user } = useSession()
  return useQueryFor(
    explainActivity,
    { params: { userId: user?.userId ?? '', position } },
    { isEnabled: user !== undefined },
  )
}

/** What the person had at a moment; without one, what they have now. */
export function useBalancesAt(at: Instant | undefined) {
  const { user } = useSession()
  return useQueryFor(
    readBalancesAt,
    { params: { userId: user?.userId ?? '' }, query: at === undefined ? {} : { at } },
    { isEnabled: user !== undefined },
  )
}

/** Fetches a statement and hands it to the browser as a file. */
export function useStatement() {
  const { user } = useSession()
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()

  async function download(period: StatementPeriod, zone: NamedZone): Promise<string | undefined> {
    setLoading(true)
    setFailure(undefined)
    try {
      const answer: unknown = await call(readStatement, {
        params: { userId: user?.userId ?? '' },
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
