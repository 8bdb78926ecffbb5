import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { CaseLine } from '#shared/contract/cases.ts'
import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'
import { useReviewView } from './use-review-views.ts'

interface CaseLineProps {
  line: CaseLine
  /** Shown where the list itself does not say it. */
  showsUser?: boolean
}

/** A case of any kind in one line of a list; suspends while the kinds load. */
export function CaseLineText({ line, showsUser }: CaseLineProps) {
  const view = useReviewView(line.kind)
  const { user, asset, amount, note, status, waiting, at } = line
  const name = showsUser ? user.full_name || user.email || t('Deleted user') : undefined
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-baseline gap-x-2 text-fg text-sm">
          <span className="font-medium">{view ? t(view.label) : translated(line.label)}</span>
          {amount !== null && <Money amount={amount} symbol={asset ?? ''} as="portfolio" />}
        </span>
        <span className="wrap-anywhere text-fg-3 text-xs">
          {[name, note, formatDateTime(at)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {waiting ? <Badge tone="warn">{t('Waiting')}</Badge> : <StatusBadge status={status} />}
    </>
  )
}
