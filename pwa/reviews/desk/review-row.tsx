import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { ClaimBadge } from '#pwa/reviews/request-marks.tsx'
import { useReviewView } from '#pwa/reviews/use-review-views.ts'
import { Waited } from '#pwa/reviews/waited.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Money } from '#pwa/ui/money.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import type { ReviewItem } from '#shared/contract/review-desk.ts'
import { readText } from '#shared/contract/text.ts'
import { t } from '#shared/text/t.ts'

interface ReviewRowProps {
  item: ReviewItem
  to: string
  /** The Tab key reaches this row. */
  isCursor: boolean
  /** The keyboard has reached this row: it takes the focus. */
  takesFocus: boolean
  isOpen: boolean
  nowMs: number
  onFocus: () => void
}

/** One case of the inbox: kind, user, amount, waiting time and reviewer. */
export function ReviewRow(props: ReviewRowProps) {
  const { item, to, isCursor, takesFocus, isOpen, nowMs, onFocus } = props
  const { icon: Icon, label = item.kind, concerns } = useReviewView(item.kind) ?? {}
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  return (
    <li className="border-line border-b [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] last:border-b-0">
      <Link
        ref={link}
        to={to}
        data-desk-row=""
        tabIndex={isCursor ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={onFocus}
        className={classNames(
          'flex gap-3 border-transparent border-s-2 px-3 py-3 hover:bg-surface-2 focus-visible:outline-offset-[-2px]',
          isOpen && 'border-s-accent bg-surface-2',
        )}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-3 text-fg-2">
          {Icon && <Icon aria-hidden="true" className="size-4" />}
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <ShortText className="font-medium text-fg text-sm">{t(label)}</ShortText>
            {item.amount !== null && (
              <span className="shrink-0 font-medium text-fg text-sm">
                <Money amount={item.amount} symbol={item.asset ?? ''} as="portfolio" />
              </span>
            )}
          </span>
          <span className="flex items-baseline justify-between gap-2 text-xs">
            <ShortText className="text-fg-2">
              {concerns ? t(concerns) : item.user.full_name || t('Deleted user')}
            </ShortText>
            <ShortText className="max-w-2/3 shrink-0 text-fg-3">{readText(item, 'note')}</ShortText>
          </span>
          {/* As high as a badge, so that no row moves when a colleague claims one. */}
          <span className="flex min-h-5.5 flex-wrap items-center gap-1.5 text-fg-3 text-xs">
            <Waited since={item.since} nowMs={nowMs} />
            {item.awaits_second && <Badge tone="info">{t('Second approval')}</Badge>}
            {item.claim && <ClaimBadge claim={item.claim} />}
          </span>
        </span>
      </Link>
    </li>
  )
}
