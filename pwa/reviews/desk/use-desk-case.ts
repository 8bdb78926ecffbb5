import { useCallback, useEffect, useState } from 'react'
import { useSession } from '#pwa/hooks/use-session.ts'
import type {
  ReviewCase,
  ReviewClaim,
  ReviewItem,
  ReviewSubject,
} from '#shared/contract/review-desk.ts'
import { type CaseName, nameText } from './desk-address.ts'
import { useClaimRenewal, useClaims, useReviewCase } from './use-review-desk.ts'

export interface Asked {
  readonly subject: ReviewSubject
  readonly action: 'approve' | 'reject'
}

/** The open case and what can be done with it, by key or by press. */
export interface DeskCase {
  readonly found: ReviewCase | undefined
  readonly error: ReturnType<typeof useReviewCase>['error']
  readonly refetch: () => void
  readonly isClaiming: boolean
  /** Claims, lets go, or asks before it takes over. */
  readonly pressClaim: () => void
  readonly decide: (action: Asked['action']) => void
  /** The decision that somebody is about to make. */
  readonly asked: Asked | undefined
  readonly closeAsked: () => void
  /** Whose claim somebody is about to take over. */
  readonly takenFrom: ReviewClaim | undefined
  readonly closeTakeOver: (takesOver: boolean) => void
}

export function useDeskCase(name: CaseName, onSeen: (item: ReviewItem) => void): DeskCase {
  const { data, error, refetch } = useReviewCase(name)
  const { user } = useSession()
  const claims = useClaims(name)
  const [asked, setAsked] = useState<Asked & { readonly name: string }>()
  const [takenFrom, setTakenFrom] = useState<ReviewClaim>()
  const item = data?.item
  const claim = item?.claim ?? null
  useClaimRenewal(name, claim?.is_mine === true)
  useEffect(() => {
    if (item) onSeen(item)
  }, [item, onSeen])

  const pressClaim = useCallback(() => {
    if (!item?.waiting || claims.isBusy) return
    if (claim === null) void claims.claim()
    else if (claim.is_mine) void claims.release()
    else setTakenFrom(claim)
  }, [item, claim, claims])

  const decide = async (action: Asked['action']) => {
    if (!data || !item?.waiting || claims.isBusy || item.user.id === user?.userId) return
    if (claim && !claim.is_mine) return setTakenFrom(claim)
    // Whoever decides works on it: colleagues see so while the dialog is open.
    if (claim === null && !(await claims.claim())) return
    setAsked({ subject: data.subject, action, name: nameText(name) })
  }

  return {
    found: data,
    error,
    refetch,
    isClaiming: claims.isBusy,
    pressClaim,
    decide: (action) => void decide(action),
    asked: asked?.name === nameText(name) ? asked : undefined,
    closeAsked: () => setAsked(undefined),
    takenFrom,
    closeTakeOver: (takesOver) => {
      setTakenFrom(undefined)
      if (takesOver && takenFrom) void claims.takeOver(takenFrom.user_id)
    },
  }
}
