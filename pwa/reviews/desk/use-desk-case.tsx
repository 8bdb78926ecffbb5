import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { COMES_BACK, userAddress } from '#pwa/components/user-link.tsx'
import { useSession } from '#pwa/hooks/use-session.ts'
import { APPROVED_FIRST, isFirstApprover } from '#pwa/reviews/approval-standing.tsx'
import { DecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { type CaseName, nameText, type ReviewAct } from '#pwa/reviews/review-view.ts'
import {
  useClaimRenewal,
  useClaims,
  useReviewCase,
  useSubject,
} from '#pwa/reviews/use-review-case.ts'
import { useReviewView } from '#pwa/reviews/use-review-views.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { ReviewClaim, ReviewItem } from '#shared/contract/review-desk.ts'
import { formatTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { useDeskKeys } from './desk-keys.ts'

export type DeskCase = ReturnType<typeof useDeskCase>

export interface DeskEvents {
  readonly onSeen: (item: ReviewItem) => void
  readonly onDecided: (name: string) => void
  /** There is nothing for this reviewer to decide. */
  readonly onPassed: () => void
}

/** The open case, its actions by key or by press, and its dialogs: render `dialogs` beside it. */
export function useDeskCase(name: CaseName, { onSeen, onDecided, onPassed }: DeskEvents) {
  const { data: found, error, refetch } = useReviewCase(name)
  const { user } = useSession()
  const navigate = useNavigate()
  const claims = useClaims(name)
  const [act, setAct] = useState<ReviewAct>()
  // Pressed while the case was loading; its dialog opens once there is something to decide on.
  const [early, setEarly] = useState<ReviewAct>()
  const [takenFrom, setTakenFrom] = useState<ReviewClaim>()
  const view = useReviewView(name.kind)
  const subject = useSubject(view, found)
  const item = found?.item
  const claim = item?.claim ?? null
  const isFirst =
    subject !== undefined && isFirstApprover(view?.standingOf?.(subject), user?.userId)
  const reserved = subject === undefined ? undefined : view?.reservedFor?.(subject)
  const isOwn = item?.user.id === user?.userId
  // The server refuses a claim by a person who cannot decide.
  const mayClaim = !(isFirst || isOwn || reserved)
  useClaimRenewal(name, claim?.is_mine === true)
  useEffect(() => {
    if (item) onSeen(item)
  }, [item, onSeen])

  /** Claims, releases, or asks before it takes over. */
  function pressClaim() {
    if (!item?.waiting || claims.isBusy) return
    if (claim?.is_mine) void claims.release()
    else if (!mayClaim) return
    else if (claim === null) void claims.claim()
    else setTakenFrom(claim)
  }
  function decide(wanted: ReviewAct) {
    if (!found) return setEarly(wanted)
    if (!item?.waiting || subject === undefined || isOwn || reserved) return
    if (wanted === 'approve' && isFirst) {
      showToast({ title: t('Already approved by you'), message: t(APPROVED_FIRST) })
      onPassed()
    } else if (claim && !claim.is_mine) setTakenFrom(claim)
    else setAct(wanted)
  }
  const decideEarly = useEffectEvent(() => {
    setEarly(undefined)
    if (early) decide(early)
  })
  const isThere = found !== undefined
  useEffect(() => {
    if (isThere) decideEarly()
  }, [isThere])
  useDeskKeys({
    claim: pressClaim,
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    user: () => item?.user.id && void navigate(userAddress(item.user.id), { state: COMES_BACK }),
  })

  const dialogs = (
    <>
      {view && act && subject !== undefined && (
        <DecisionDialog
          view={view}
          subject={subject}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={() => onDecided(nameText(name))}
        />
      )}
      {takenFrom && (
        <ConfirmDialog
          onClose={() => setTakenFrom(undefined)}
          title={t('Take this case over?')}
          confirmLabel={t('Take over')}
          onConfirm={() => {
            setTakenFrom(undefined)
            void claims.takeOver(takenFrom.user_id)
          }}
        >
          {t(
            '{name} has been working on it since {time}, and cannot decide on it once it is yours.',
            { name: takenFrom.name, time: formatTime(takenFrom.since) },
          )}
        </ConfirmDialog>
      )}
    </>
  )
  const isClaiming = claims.isBusy
  return {
    view,
    subject,
    found,
    error,
    refetch,
    /** Why a colleague alone can decide now. */
    reserved,
    mayClaim,
    isClaiming,
    pressClaim,
    decide,
    dialogs,
  }
}
