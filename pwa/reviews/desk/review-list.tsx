import { CheckCheck } from 'lucide-react'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { ShowMore } from '#pwa/ui/show-more.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { MINUTE_MS } from '#shared/time.ts'
import { nameText } from './desk-address.ts'
import { ReviewRow } from './review-row.tsx'
import type { useReviews } from './use-review-desk.ts'

interface ReviewListProps {
  reviews: ReturnType<typeof useReviews>
  isFiltered: boolean
  openName: string | undefined
  cursor: string | undefined
  /** The row that the keyboard has just reached. */
  focused: string | undefined
  addressOf: (name: string) => string
  onCursor: (name: string) => void
}

export function ReviewList(props: ReviewListProps) {
  const { reviews, isFiltered, openName, cursor, focused, addressOf, onCursor } = props
  const { items, error, refetch, hasMore, isLoadingMore, loadMore } = reviews
  const nowMs = useServerNow(MINUTE_MS)
  if (!items) {
    return error ? (
      <ErrorState title="Failed to fetch what waits" message={error.message} onRetry={refetch} />
    ) : (
      <SkeletonRows count={8} />
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<CheckCheck className="size-5" />}
        title={isFiltered ? 'Nothing found' : 'Nothing waits'}
      >
        {isFiltered
          ? 'Nothing that waits matches these filters.'
          : 'New requests arrive here by themselves.'}
      </EmptyState>
    )
  }
  // One row takes the Tab key: the one where the keyboard stood last, else the first.
  const names = items.map(nameText)
  const stop = cursor && names.includes(cursor) ? cursor : names[0]
  return (
    <>
      <ul aria-label="Waiting requests">
        {items.map((item) => {
          const name = nameText(item)
          return (
            <ReviewRow
              key={name}
              item={item}
              to={addressOf(name)}
              isCursor={name === stop}
              takesFocus={name === focused}
              isOpen={name === openName}
              nowMs={nowMs}
              onFocus={() => onCursor(name)}
            />
          )
        })}
      </ul>
      {hasMore && (
        <div className="p-3">
          <ShowMore isLoading={isLoadingMore} failed={error !== undefined} onMore={loadMore} />
        </div>
      )}
    </>
  )
}
