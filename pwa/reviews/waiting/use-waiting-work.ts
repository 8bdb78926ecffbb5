import { LifeBuoy, type LucideIcon } from 'lucide-react'
import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useReviewViews } from '#pwa/reviews/use-review-views.ts'
import { summariseWaiting } from '#shared/contract/review-desk.ts'
import { supportStats } from '#shared/contract/support.ts'
import { unansweredOf } from '#shared/rules/support.ts'
import { t } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'

/** Changes come over the live channel. */
const POLL_MS = 30_000

/** One kind of work that waits for staff. */
export interface WaitingWork {
  readonly kind: string
  readonly label: string
  readonly icon: LucideIcon
  readonly count: number
  /** Since when the oldest one has waited. */
  readonly oldest: Instant | null
  /** The screen that lists them. */
  readonly to: string
}

/** How much waits at the review desk and in the chats; undefined until it is known. */
export function useWaitingCounts() {
  const { may } = useSession()
  const polling = useFallbackPolling(POLL_MS)
  const requests = useQueryFor(
    summariseWaiting,
    {},
    { ...polling, isEnabled: may('reviews.read') },
  ).data
  const chats = useQueryFor(supportStats, {}, { ...polling, isEnabled: may('support.read') }).data
  return { requests, chats }
}

/** What waits, kind by kind, in the order of the server; suspends while the kinds load. */
export function useWaitingWork(): readonly WaitingWork[] | undefined {
  const { requests, chats } = useWaitingCounts()
  const views = useReviewViews()
  if (!requests || !chats) return undefined
  const reviewed = Object.entries(requests).flatMap(([kind, waiting]) => {
    const view = views.find((each) => each.kind === kind)
    const to = `/admin/reviews?kind=${kind}`
    return view ? [{ kind, label: t(view.plural), icon: view.icon, to, ...waiting }] : []
  })
  const unanswered = {
    kind: 'conversation',
    label: t('Unanswered chats'),
    icon: LifeBuoy,
    count: unansweredOf(chats),
    oldest: chats.oldestUnansweredAt ?? null,
    to: '/admin/support?filter=unanswered',
  }
  return [...reviewed, unanswered]
}
