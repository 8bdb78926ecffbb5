import { Link } from 'react-router-dom'
import { UserLink } from '#pwa/components/user-link.tsx'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Part } from '#pwa/ui/part.tsx'
import type { ReviewCase } from '#shared/contract/review-desk.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { nameText } from './review-view.ts'

interface SameAmountsProps {
  found: Pick<ReviewCase, 'same_amounts' | 'same_amount_count'>
  addressOf: (name: string) => string
}

/**
 * Cases of other users that may be about the same transfer. A weaker hint than a look-alike, so it
 * has no warning above the case.
 */
export function SameAmountList({ found, addressOf }: SameAmountsProps) {
  const { same_amounts: same = [], same_amount_count: total = 0 } = found
  if (same.length === 0) return null
  const title =
    same.length < total
      ? t('Same coin and amount, from other users ({count} of {total})', {
          count: same.length,
          total,
        })
      : t('Same coin and amount, from other users')
  return (
    <Part title={title}>
      <p className="mb-2 text-fg-3 text-xs">
        {t('Compare the transfers: one transfer may be credited only once.')}
      </p>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface-2">
        {same.map((each) => (
          <li
            key={nameText(each)}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-2 text-sm"
          >
            <Link
              to={addressOf(nameText(each))}
              className="inline-flex min-h-6 items-center text-info hover:underline max-md:min-h-11"
            >
              <Money amount={each.amount} symbol={each.asset ?? ''} as="portfolio" />
            </Link>
            <StatusBadge status={each.status} />
            <span className="wrap-anywhere w-full text-fg-2 text-xs">
              <UserLink id={each.user.id}>{each.user.full_name || t('Deleted user')}</UserLink>{' '}
              <bdi className="text-fg-3">{each.user.display_id}</bdi>
            </span>
            <span className="w-full text-fg-3 text-xs">{formatDateTime(each.since)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
