import { useRef, useState } from 'react'
import { useAddress } from '#pwa/hooks/use-address.ts'
import { useSearchInAddress } from '#pwa/hooks/use-search-in-address.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { nameText } from '#pwa/reviews/review-view.ts'
import { useReviewViews } from '#pwa/reviews/use-review-views.ts'
import { caseNameOf, chosenCount, type DeskFilter, filterOf } from './desk-address.ts'
import { stepped, useDeskKeys } from './desk-keys.ts'
import { useNextCase, useReviews } from './use-reviews.ts'

const CASE = 'case'

/** The desk: what it lists, which case is open, and where the keyboard is. */
export function useDesk() {
  const { query, change } = useAddress()
  const { user } = useSession()
  const [helps, setHelps] = useState(false)
  const [cursor, setCursor] = useState<string>()
  // The row that the keyboard has just reached, not one that was only pressed.
  const [focused, setFocused] = useState<string>()
  const searchRef = useRef<HTMLInputElement>(null)
  const kinds = useReviewViews().map(({ kind }) => kind)
  const filter = filterOf(query, kinds)
  // In the address, so that coming back from a user finds the same list.
  const {
    typed,
    setTyped,
    settled: search,
  } = useSearchInAddress(query.get('search') ?? '', (text) => change({ search: text }))
  const reviews = useReviews(filter, search)
  const ids = reviews.data?.map(nameText)
  const name = caseNameOf(query.get(CASE), kinds)
  const openName = name && nameText(name)

  const open = (opened: string | undefined) => {
    setCursor(opened)
    setFocused(undefined)
    change({ [CASE]: opened })
  }
  const goTo = (reached: string | undefined) => {
    setCursor(reached)
    setFocused(reached)
  }
  const step = (direction: 'next' | 'previous') =>
    goTo(stepped(ids ?? [], cursor ?? openName, direction))
  useDeskKeys({
    next: () => step('next'),
    previous: () => step('previous'),
    open: () => open(cursor ?? ids?.[0]),
    search: () => searchRef.current?.focus(),
    help: () => setHelps(true),
    back: () => {
      const from = cursor ?? openName
      if (openName) change({ [CASE]: undefined })
      goTo(openName ?? from ?? ids?.[0])
    },
  })

  return {
    reviews,
    filter,
    isFiltered: search !== '' || filter.kind !== undefined || chosenCount(filter) > 0,
    typed,
    setTyped,
    searchRef,
    choose: (chosen: keyof DeskFilter, value: string | undefined) => change({ [chosen]: value }),
    name,
    openName,
    cursor,
    focused,
    moveCursor: (reached: string) => setCursor(reached),
    ...useNextCase(reviews.data, user?.userId, open),
    addressOf: (opened: string | undefined) => {
      const next = new URLSearchParams(query)
      if (opened === undefined) next.delete(CASE)
      else next.set(CASE, opened)
      return `/admin/reviews?${next}`
    },
    helps,
    setHelps,
  }
}
