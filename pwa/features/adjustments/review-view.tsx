import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { IdentifiedUser, UserLink } from '#pwa/components/user-link.tsx'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useWaitingAdjustments } from '#pwa/hooks/use-waiting.ts'
import { FirstApprovalFact } from '#pwa/reviews/approval-standing.tsx'
import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import type { RequestDialogs } from '#pwa/reviews/requests-dialog.tsx'
import { type Decision, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Fact } from '#pwa/ui/fact.tsx'
import {
  reviewAdjustment,
  type WaitingAdjustment,
  waitingAdjustment,
} from '#shared/contract/adjustments.ts'
import { formatSignedAmount } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { msg, t } from '#shared/text/t.ts'

/** How staff review an adjustment that another member of staff proposed. */
export const adjustmentReview: ReviewView<WaitingAdjustment> = {
  kind: 'adjustment',
  label: msg('Adjustment'),
  plural: msg('Adjustments'),
  icon: Scale,
  permission: 'balances.adjust',
  isProposal: true,
  schema: waitingAdjustment,
  // A user has one stream of adjustments.
  caseIdOf: ({ user }) => user.id,
  submissionOf: ({ first_approval: first }) => first?.at ?? '',
  standingOf: (adjustment) => adjustment,
  Subject: ({ subject }) => (
    <div className="rounded-md border border-line bg-surface-2 p-4">
      <AdjustmentFacts adjustment={subject} />
    </div>
  ),
  decision: {
    titles: {
      approve: msg('Approve this adjustment?'),
      reject: msg('Reject this adjustment?'),
    },
    rows: ({ user, changes, reason }) => [
      { label: t('User'), value: <IdentifiedUser id={user.id} user={user} /> },
      ...changes.map(({ symbol, amount }) => ({
        label: symbol,
        value: <Difference amount={amount} />,
        strong: true,
      })),
      { label: t('Reason'), value: reason },
    ],
    useSend: useReviewAdjustment,
    problemOf: problemOr(msg('Action failed')),
  },
}

export const adjustmentRequests: RequestDialogs<WaitingAdjustment> = {
  view: adjustmentReview,
  title: msg('Adjustments'),
  empty: {
    title: msg('No pending adjustments'),
    text: msg('Adjustments that need a second approval appear here.'),
  },
  failed: msg('Failed to fetch adjustments'),
  useWaiting: useWaitingAdjustments,
  Card: AdjustmentCard,
}

function AdjustmentCard({ request, actions }: { request: WaitingAdjustment; actions?: ReactNode }) {
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="font-semibold text-fg text-lg">
          <UserLink id={request.user.email && request.user.id}>{request.user.full_name}</UserLink>
        </p>
        <span className="flex flex-wrap gap-1.5">
          <RequestMarks view={adjustmentReview} subject={request} />
        </span>
      </div>
      <AdjustmentFacts adjustment={request} />
      <span className="flex justify-end gap-2">{actions}</span>
    </li>
  )
}

function AdjustmentFacts({ adjustment }: { adjustment: WaitingAdjustment }) {
  const { user, purpose, changes, reason } = adjustment
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
      <Fact label={purpose === 'reset' ? t('Reset to zero') : t('Changes')}>
        {changes.map(({ symbol, amount }) => (
          <span key={symbol} className="num block">
            <Difference amount={amount} symbol={symbol} />
          </span>
        ))}
      </Fact>
      <Fact label={t('Account')}>
        <bdi>{user.email}</bdi> <bdi className="text-fg-3">{user.display_id}</bdi>
      </Fact>
      <Fact label={t('Reason')}>{reason}</Fact>
      <FirstApprovalFact standing={adjustment} />
    </dl>
  )
}

/** The sign precedes the figure in every language. */
function Difference({ amount, symbol = '' }: { amount: Decimal; symbol?: string }) {
  return <bdi dir="ltr">{`${formatSignedAmount(amount)} ${symbol}`.trim()}</bdi>
}

function useReviewAdjustment() {
  const { submit } = useSubmit(reviewAdjustment)
  return ({ subject: { user, first_approval: first }, act }: Decision<WaitingAdjustment>) =>
    submit({ params: { userId: user.id }, body: { action: act, proposedAt: first?.at ?? '' } })
}
