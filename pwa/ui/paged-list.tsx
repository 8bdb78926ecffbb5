import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#shared/text/t.ts'
import { CachedAge } from './age.tsx'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'

/** The state of the query that fills a list. */
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

interface ShowMoreProps {
  isLoading: boolean
  /** The last try failed: the user starts the next one. */
  failed: boolean
  onMore: () => void
}

/** Loads the next page when the button is pressed or comes into view. */
function ShowMore({ isLoading, failed, onMore }: ShowMoreProps) {
  const box = useRef<HTMLDivElement>(null)
  const isWaiting = !isLoading && !failed
  useEffect(() => {
    const element = box.current
    if (!element || !isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore())
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting, onMore])
  return (
    <div ref={box} className="flex justify-center">
      <Button busy={isLoading} onClick={onMore}>
        {t('Show more')}
      </Button>
    </div>
  )
}
