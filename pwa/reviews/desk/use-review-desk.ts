import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#pwa/data/api-client.ts'
import { usePagesFor } from '#pwa/data/use-pages-for.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import {
  claimReview,
  listReviews,
  type ReviewItem,
  readReview,
  releaseReview,
} from '#shared/contract/review-desk.ts'
import { CLAIM_RENEWAL_MINUTES } from '#shared/rules/review-desk.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type CaseName, type DeskFilter, nameText, requestOf } from './desk-address.ts'
import { afterDecision } from './desk-keys.ts'

const PAGE = 50
/** News come over the live channel; that a claim has ended by itself does not. */
const POLL_MS = 30_000
/** Links to pictures live for four minutes and more. */
const LINKS_MS = 3 * 60_000

/** What waits, page by page; while another search runs, what was found before. */
export function useReviews(filter: DeskFilter, search: string) {
  const pages = usePagesFor(
    listReviews,
    { query: { limit: PAGE, ...requestOf(filter, search) } },
    { pollMs: POLL_MS, nextOf: ({ next }) => next },
  )
  const [shown, setShown] = useState(pages.data)
  if (pages.data && pages.data !== shown) setShown(pages.data)
  const data = pages.data ?? (pages.error ? undefined : shown)
  return {
    ...pages,
    items: data && onceEach(data.flatMap(({ items }) => items)),
    counts: data?.at(-1)?.counts,
  }
}

/** What arrived between two pages may stand on both. */
function onceEach(items: readonly ReviewItem[]): ReviewItem[] {
  return [...new Map(items.map((item) => [nameText(item), item])).values()]
}

export function useReviewCase(name: CaseName) {
  return useQueryFor(readReview, { params: name }, { pollMs: LINKS_MS })
}

const FAILED = { title: 'Error', message: 'Action failed' } as const

/** Claims, takes over and lets go of a case; tells what the server says against it. */
export function useClaims(name: CaseName) {
  const claiming = useSubmit(claimReview)
  const releasing = useSubmit(releaseReview)
  const take = async (from?: string): Promise<boolean> => {
    const body = from === undefined ? {} : { take_over_from: from }
    const result = await claiming.submit({ params: name, body })
    if (result.state === 'refused') {
      showToast({ ...problemOfFailure(result.failure, FAILED), tone: 'error' })
    }
    return result.state === 'done'
  }
  return {
    isBusy: claiming.isSubmitting || releasing.isSubmitting,
    claim: () => take(),
    takeOver: (from: string) => take(from),
    release: async () => {
      const result = await releasing.submit({ params: name })
      if (result.state === 'refused') {
        showToast({ ...problemOfFailure(result.failure, FAILED), tone: 'error' })
      }
    },
  }
}

/**
 * Renews one's claim while its case is open and in sight. Nothing on the screen depends on it, so
 * nothing is fetched again; a claim that was taken over is news of its own.
 */
export function useClaimRenewal({ kind, id }: CaseName, isMine: boolean): void {
  useEffect(() => {
    if (!isMine) return
    const renew = () => {
      if (document.visibilityState === 'hidden') return
      void call(claimReview, { params: { kind, id }, body: {} }).catch(() => undefined)
    }
    const timer = setInterval(renew, CLAIM_RENEWAL_MINUTES * MINUTE_MS)
    return () => clearInterval(timer)
  }, [kind, id, isMine])
}

interface Standing {
  readonly name: string
  readonly text: string
  readonly isMine: boolean
}

/** Opens the next case once the one that is open was decided, or approved first, by this person. */
export function useNextCase(
  ids: readonly string[] | undefined,
  userId: string | undefined,
  open: (name: string | undefined) => void,
) {
  const around = useRef<readonly string[]>([])
  const standing = useRef<Standing>(undefined)
  return useCallback(
    (item: ReviewItem) => {
      const name = nameText(item)
      if (ids?.includes(name)) around.current = ids
      const text = `${item.status} ${item.waiting} ${item.awaits_second}`
      const before = standing.current
      standing.current = { name, text, isMine: item.claim?.is_mine === true }
      if (before?.name !== name || before.text === text) return
      // Its owner took it back: whoever looks at it is told so.
      if (item.status === 'cancelled') return
      // Not every decision is remembered with its reviewer; nobody else decides on what one claims.
      if (item.decided_by !== userId && !before.isMine) return
      open(afterDecision(around.current, ids ?? [], name))
    },
    [ids, userId, open],
  )
}
