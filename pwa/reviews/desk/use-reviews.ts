import { useCallback, useRef, useState } from 'react'
import { usePagesFor } from '#pwa/data/use-query-for.ts'
import { nameText } from '#pwa/reviews/review-view.ts'
import { listReviews, type ReviewItem } from '#shared/contract/review-desk.ts'
import { type DeskFilter, requestOf } from './desk-address.ts'
import { afterDecision, decidableBy } from './desk-keys.ts'

const PAGE = 50
/** Changes come over the live channel, except that a claim has expired. */
const POLL_MS = 30_000

/** What waits, page by page; while another search runs, the result of the previous one. */
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
    data: data && onceEach(data.flatMap(({ items }) => items)),
    counts: data?.at(-1)?.counts,
  }
}

/** A request that arrives between two pages may be on both. */
function onceEach(items: readonly ReviewItem[]): ReviewItem[] {
  return [...new Map(items.map((item) => [nameText(item), item])).values()]
}

interface Seen {
  readonly name: string
  readonly text: string
}

/** Opens the next case once this reviewer has decided on the open one, or approved it first. */
export function useNextCase(
  items: readonly ReviewItem[] | undefined,
  userId: string | undefined,
  open: (name: string | undefined) => void,
) {
  const around = useRef<readonly string[]>([])
  const seen = useRef<Seen>(undefined)
  const decidedHere = useRef<string>(undefined)
  const nextTo = useCallback(
    (name: string) => afterDecision(around.current, decidableBy(items ?? [], userId), name),
    [items, userId],
  )
  const onSeen = useCallback(
    (item: ReviewItem) => {
      const name = nameText(item)
      const names = items?.map(nameText)
      if (names?.includes(name)) around.current = names
      const text = `${item.status} ${item.waiting} ${item.awaits_second}`
      const before = seen.current
      seen.current = { name, text }
      if (before?.name !== name || before.text === text) return
      // Cancelled by its owner: the case stays open and shows that.
      if (item.status === 'cancelled') return
      // Not every decision is remembered with its reviewer.
      if (item.decided_by !== userId && decidedHere.current !== name) return
      open(nextTo(name))
    },
    [items, nextTo, userId, open],
  )
  return {
    onSeen,
    onDecided: (name: string) => (decidedHere.current = name),
    onPassed: () => {
      const next = seen.current && nextTo(seen.current.name)
      if (next) open(next)
    },
  }
}
