import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type KeptChanges, useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useDecisionDrafts } from '#pwa/stores/decision-drafts.ts'
import { type Problem, problemAt } from '#pwa/ui/problem.ts'
import type { ReviewCase } from '#shared/contract/review-desk.ts'
import { readText } from '#shared/contract/text.ts'
import { describeRefusal } from '#shared/errors.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { PROPOSAL_COUNTS } from '#shared/rules/second-approval.ts'
import { t } from '#shared/text/t.ts'
import { isFirstApprover, takesEffectNow } from './approval-standing.tsx'
import {
  type CaseName,
  type DecisionDraft,
  nameText,
  type ReviewAct,
  type ReviewView,
  useCanApprove,
} from './review-view.ts'
import { useClaimWhileOpen, useReviewCase, useSubject } from './use-review-case.ts'

export interface AskedDecision<S> {
  readonly view: ReviewView<S>
  /** As the list shows it; a newer response of the server replaces it. */
  readonly subject: S
  readonly act: ReviewAct
}

interface Ends {
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}

const EMPTY: DecisionDraft = {
  reason: '',
  notes: '',
  requiresReverification: false,
  file: undefined,
}

/**
 * One decision on one case: what is typed, who else is working on it, and the server's response.
 */
export function useDecision<S>({ view, subject: listed, act }: AskedDecision<S>, ends: Ends) {
  const name = { kind: view.kind, id: view.caseIdOf(listed) }
  const { user, may } = useSession()
  const { found, refetch } = useFreshCase(name)
  const claims = useClaimWhileOpen(name, found?.item)
  const kept = useDecisionDraft(`${nameText(name)} ${act}`)
  const decide = view.decision.useSend()
  const canApprove = useCanApprove(view)
  const fresh = useSubject(view, found)
  const isSame = fresh !== undefined && submissionOf(view, fresh) === submissionOf(view, listed)
  // A submission that replaces this one is not what the reviewer has seen.
  const subject = isSame ? fresh : listed
  const decisionState = decisionStateOf(found, user?.userId, view.holdsAnyway?.(subject))
  const stopped = act === 'approve' ? approvalRefusalOf(view, subject, found) : undefined
  const isFirst = act === 'approve' && isFirstApprover(view.standingOf?.(subject), user?.userId)
  const approvals = act === 'approve' ? view.standingOf?.(subject) : undefined
  const takesEffect = approvals && takesEffectNow(approvals)
  const { reason, isHeldBack, problemOf, doneToast } = view.decision
  const confirmTitle = act === 'reject' ? reason?.confirmTitle : undefined
  const [isConfirming, setConfirming] = useState(false)
  const isConfirmed = useRef(confirmTitle === undefined)

  const form = useCommandForm({
    initial: EMPTY,
    kept,
    check: (draft) => (act === 'reject' && reason?.isRequired ? reasonProblem(draft) : undefined),
    send: async (draft) => {
      if (!isConfirmed.current) return void setConfirming(true)
      await claims.settle()
      const result = await decide({ subject, act, draft, takesEffect })
      if (confirmTitle) closeConfirm()
      if (result.state === 'refused') refetch()
      return result
    },
    failed: (failure) => problemOf(failure, act),
    done: (response) => {
      const message = readText(response, 'message')
      if (response.awaits_second_approval)
        return { title: t('Awaits second approval'), message, tone: 'info' }
      return doneToast?.(act) ?? { title: t('Success'), message }
    },
    onSent: () => {
      kept.clear()
      claims.keep()
      ends.onDone?.()
      ends.onClose()
    },
  })

  function closeConfirm() {
    isConfirmed.current = false
    setConfirming(false)
  }

  const { draft } = form
  const mayAct =
    may(view.permission) && decisionState.state === 'open' && !isFirst && stopped === undefined
  const isReasonMissing = act === 'reject' && reason?.isRequired && reasonProblem(draft)
  return {
    form,
    found,
    subject,
    decisionState,
    stopped,
    userId: user?.userId,
    // Where a second question follows, a missing reason is asked for in words.
    mayAct,
    refetch,
    isBlocked:
      !mayAct ||
      (act === 'approve' && !canApprove(subject)) ||
      (!confirmTitle && Boolean(isReasonMissing)) ||
      isHeldBack?.({ subject, act, draft }),
    takeOver: claims.takeOver,
    isClaiming: claims.isBusy,
    close: () => {
      if (decisionState.state === 'decided') kept.clear()
      ends.onClose()
    },
    confirmation: confirmTitle && {
      title: confirmTitle,
      isOpen: isConfirming,
      close: closeConfirm,
      confirm: () => {
        isConfirmed.current = true
        void form.submit()
      },
    },
  }
}

function useDecisionDraft(name: string): KeptChanges<DecisionDraft> {
  const changes: Partial<DecisionDraft> | undefined = useDecisionDrafts(
    ({ drafts }) => drafts[name],
  )
  return {
    changes: changes ?? {},
    change: (part) =>
      useDecisionDrafts.setState(({ drafts }) => ({
        drafts: { ...drafts, [name]: { ...drafts[name], ...part } },
      })),
    clear: () => useDecisionDrafts.setState(({ drafts: { [name]: _, ...drafts } }) => ({ drafts })),
    outlives: 'page',
  }
}

/** The case since the dialog opened: an earlier response may be about an earlier submission. */
function useFreshCase(name: CaseName) {
  const { data, updatedAtMs = 0, refetch } = useReviewCase(name)
  const [openedAtMs] = useState(() => Date.now())
  const isFresh = updatedAtMs >= openedAtMs
  const ask = useEffectEvent(refetch)
  useEffect(() => {
    if (!isFresh) ask()
  }, [isFresh])
  return { found: isFresh ? data : undefined, refetch }
}

function submissionOf<S>(view: ReviewView<S>, subject: S): string {
  return view.submissionOf?.(subject) ?? view.caseIdOf(subject)
}

function reasonProblem({ reason }: DecisionDraft): Problem | undefined {
  if (reason.trim() !== '') return undefined
  return problemAt('reason', describeRefusal('review.reason_required'))
}

export type DecisionState =
  | { readonly state: 'open' }
  | { readonly state: 'own' }
  | { readonly state: 'claimed'; readonly claim: NonNullable<ReviewCase['item']['claim']> }
  | { readonly state: 'decided'; readonly found: ReviewCase; readonly isMine: boolean }

/** Why a case cannot be approved, by anyone; the server decides again. */
export function approvalRefusalOf<S>(
  view: Pick<ReviewView<S>, 'paysOut' | 'isProposal'>,
  subject: S,
  found: ReviewCase | undefined,
): Refusal | undefined {
  if (!found) return undefined
  const { item, user } = found
  if (view.isProposal && item.waiting && !item.awaits_second) {
    return refuse('approval.outdated', PROPOSAL_COUNTS)
  }
  if (!user || !view.paysOut?.(subject)) return undefined
  if (!user.is_active) return refuse('review.owner_disabled')
  return user.must_verify_again ? refuse('kyc.verify_again') : undefined
}

/** What prevents this reviewer from deciding; the server checks again. */
export function decisionStateOf(
  found: ReviewCase | undefined,
  me: string | undefined,
  holdsAnyway = false,
): DecisionState {
  if (!found) return { state: 'open' }
  const { waiting, user, claim, decided_by: by } = found.item
  if (!waiting) return { state: 'decided', found, isMine: by !== null && by === me }
  if (user.id === me) return { state: 'own' }
  return claim && !claim.is_mine && !holdsAnyway ? { state: 'claimed', claim } : { state: 'open' }
}
