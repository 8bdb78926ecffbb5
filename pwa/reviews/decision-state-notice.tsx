import { Button } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { ReviewCase } from '#shared/contract/review-desk.ts'
import { formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import type { DecisionState } from './use-decision.ts'

interface DecisionStateNoticeProps {
  decisionState: DecisionState
  isBusy: boolean
  onTakeOver: (from: string) => void
}

/** Why this reviewer cannot decide now. */
export function DecisionStateNotice({
  decisionState,
  isBusy,
  onTakeOver,
}: DecisionStateNoticeProps) {
  switch (decisionState.state) {
    case 'open':
      return null
    case 'own':
      return <Notice tone="warn">{t(OWN_REQUEST)}</Notice>
    case 'claimed':
      return (
        <Notice tone="warn">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-40 flex-1">{claimedText(decisionState.claim)}</span>
            <Button
              size="small"
              busy={isBusy}
              onClick={() => onTakeOver(decisionState.claim.user_id)}
            >
              {t('Take over')}
            </Button>
          </div>
        </Notice>
      )
    case 'decided':
      return <Notice tone="warn">{decidedText(decisionState.found, decisionState.isMine)}</Notice>
  }
}

export const OWN_REQUEST = msg(
  'This is your own request. Another member of staff must decide on it.',
)

export function claimedText({ name }: { readonly name: string }): string {
  return t('{name} is working on this. Take it over to decide on it.', { name })
}

function decidedText({ item, outcome }: ReviewCase, isMine: boolean): string {
  if (!outcome) return overText(item.status)
  const { reason } = outcome
  const what = t(
    '{time}: {outcome, select, approved {approved} rejected {rejected} executed {executed} other {{outcome}}}.',
    { time: formatDateTime(outcome.at), outcome: outcome.outcome },
  )
  const why = reason === null ? '' : t('Reason: {reason}', { reason })
  return [byWhom(outcome.by, isMine), what, why].filter(Boolean).join(' ')
}

function byWhom(name: string | null, isMine: boolean): string {
  if (isMine) return t('You have already decided on this.')
  return name === null
    ? t('Another reviewer has already decided on this.')
    : t('{name} has already decided on this.', { name })
}

function overText(status: string): string {
  return t(
    '{status, select, approved {This request is no longer pending: it is approved.} rejected {This request is no longer pending: it is rejected.} executed {This request is no longer pending: it is executed.} cancelled {This request is no longer pending: it is cancelled.} other {This request is no longer pending.}}',
    { status },
  )
}
