import { CheckCheck } from 'lucide-react'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { nameText } from '#pwa/reviews/review-view.ts'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { ReviewRow } from './review-row.tsx'
import type { useReviews } from './use-reviews.ts'

interface ReviewListProps {
  reviews: ReturnType<typeof useReviews>
  isFiltered: boolean
  openName: string | undefined
  cursor: string | undefined
  /** The row that the keyboard has reached last. */
  focused: string | undefined
  addressOf: (name: string) => string
  onCursor: (name: string) => void
}

export function ReviewList(props: ReviewListProps) {
  const { reviews, isFiltered, openName, cursor, focused, addressOf, onCursor } = props
  const nowMs = useServerNow(MINUTE_MS)
  return (
    <PagedList
      query={reviews}
      rows={reviews.data}
      failed={t('Failed to fetch the pending requests')}
      loading={<SkeletonRows count={8} />}
      empty={
        <EmptyState
          icon={<CheckCheck className="size-5" />}
          title={isFiltered ? t('Nothing found') : t('No pending requests')}
        >
          {isFiltered
            ? t('No pending request matches these filters.')
            : t('New requests appear here automatically.')}
        </EmptyState>
      }
    >
      {(items) => {
        // The Tab key reaches one row: the one where the keyboard was last, else the first.
        const names = items.map(nameText)
        const stop = cursor && names.includes(cursor) ? cursor : names[0]
        return (
          <ul aria-label={t('Pending requests')}>
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
        )
      }}
    </PagedList>
  )
}
