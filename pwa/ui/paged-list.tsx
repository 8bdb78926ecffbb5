import type { ReactNode } from 'react'
import { CachedAge } from './age.tsx'
import { Loaded } from './loaded.tsx'
import { ShowMore } from './show-more.tsx'

/** What a list shows of the query that fills it. */
export interface ListQuery {
  readonly error: { readonly message: string } | undefined
  readonly refetch: () => void
  readonly isFromCache?: boolean
  readonly updatedAtMs?: number | undefined
  readonly hasMore?: boolean
  readonly isLoadingMore?: boolean
  readonly loadMore?: () => void
}

interface PagedListProps<Row> {
  query: ListQuery
  /** undefined while they load, and where they could not be loaded. */
  rows: readonly Row[] | undefined
  /** The title of the error, where there are no rows to show. */
  failed?: string | undefined
  loading?: ReactNode
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** Rows with their age where they are not the latest, and the next page as the user scrolls. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, rows, failed, loading, empty, children } = props
  return (
    <Loaded query={{ ...query, data: rows }} failed={failed} loading={loading}>
      {(found) => (
        <>
          <p className="px-4 pb-1 empty:hidden">
            <CachedAge of={query} />
          </p>
          {found.length === 0 ? empty : children(found)}
          {query.hasMore && query.loadMore && (
            <div className="p-3">
              <ShowMore
                isLoading={query.isLoadingMore === true}
                failed={query.error !== undefined}
                onMore={query.loadMore}
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}
