import { useEffect, useState } from 'react'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { CaseName } from '#pwa/reviews/case-name.ts'
import type { ReviewAct } from '#pwa/reviews/review-view.ts'
import {
  useClaimRenewal,
  useClaims,
  useReviewCase,
  useSubject,
} from '#pwa/reviews/use-review-case.ts'
import { useReviewView } from '#pwa/reviews/use-review-views.ts'
import type { ReviewClaim, ReviewItem } from '#shared/contract/review-desk.ts'

export type DeskCase = ReturnType<typeof useDeskCase>

/** The open case and what can be done with it, by key or by press. */
export function useDeskCase(name: CaseName, onSeen: (item: ReviewItem) => void) {
  const { data: found, error, refetch } = useReviewCase(name)
  const { user } = useSession()
  const claims = useClaims(name)
  const [act, setAct] = useState<ReviewAct>()
  const [takenFrom, setTakenFrom] = useState<ReviewClaim>()
  const view = useReviewView(name.kind)
  const subject = useSubject(view, found)
  const item = found?.item
  const claim = item?.claim ?? null
  useClaimRenewal(name, claim?.is_mine === true)
  useEffect(() => {
    if (item) onSeen(item)
  }, [item, onSeen])

  return {
    view,
    subject,
    found,
    error,
    refetch,
    isClaiming: claims.isBusy,
    /** Claims, releases, or asks before it takes over. */
    pressClaim: () => {
      if (!item?.waiting || claims.isBusy) return
      if (claim === null) void claims.claim()
      else if (claim.is_mine) void claims.release()
      else setTakenFrom(claim)
    },
    decide: (wanted: ReviewAct) => {
      if (!item?.waiting || subject === undefined || item.user.id === user?.userId) return
      if (claim && !claim.is_mine) setTakenFrom(claim)
      else setAct(wanted)
    },
    /** The decision that is being made. */
    act,
    closeDecision: () => setAct(undefined),
    /** Whose claim is about to be taken over. */
    takenFrom,
    closeTakeOver: (takesOver: boolean) => {
      setTakenFrom(undefined)
      if (takesOver && takenFrom) void claims.takeOver(takenFrom.user_id)
    },
  }
}
