import { afterFullPage } from '#pwa/hooks/paging.ts'
import type { ListQuery } from '#pwa/ui/paged-list.tsx'

/** The query of a list of requests: one page, or several. */
export interface Requests<T> extends ListQuery {
  readonly data: readonly T[] | undefined
  readonly error: Failure | undefined
}

interface Failure {
  readonly code: string
  readonly error: string
  readonly message: string
}

export const REQUESTS_PAGE = 50

/** What the next page is asked for with. */
export const lastOfPage = afterFullPage(REQUESTS_PAGE)

/** The rows of all pages. */
export function rowsOf<T>({ data, ...query }: Requests<readonly T[]>): Requests<T> {
  return { ...query, data: data?.flat() }
}
