import { Notice } from '#pwa/ui/notice.tsx'
import type { ReviewCase } from '#shared/contract/review-desk.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

/** A colleague has rejected a proposal on the same stream before: it may be the same one again. */
export function EarlierRejection({ found: { item, decisions } }: { found: ReviewCase }) {
  const rejected = decisions.find(
    ({ kind, id, outcome }) => kind === item.kind && id === item.id && outcome === 'rejected',
  )
  if (!item.waiting || !rejected) return null
  return (
    <Notice tone="warn">
      {t('{name} rejected an earlier proposal on {time}. Read the earlier decisions first.', {
        name: rejected.by ?? t('A member of staff'),
        time: formatDateTime(rejected.at),
      })}
    </Notice>
  )
}
