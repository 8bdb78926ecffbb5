import { ArrowUpFromLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { RequestCard } from '#pwa/reviews/request-card.tsx'
import type { RequestHistory } from '#pwa/reviews/requests-dialog.tsx'
import { type ExtraProps, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { type ReviewedWithdrawal, reviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount } from '#shared/format.ts'
import { ProofPicker, proofProblemOf } from './proof-picker.tsx'
import {
  isSentBy,
  useReviewWithdrawal,
  useWithdrawalCounts,
  useWithdrawals,
} from './use-withdrawal-review.ts'

/** How staff review a withdrawal: an approval may carry a screenshot of the transfer. */
export const withdrawalReview: ReviewView<ReviewedWithdrawal> = {
  kind: 'withdrawal',
  label: 'Withdrawal',
  plural: 'Withdrawals',
  icon: ArrowUpFromLine,
  permission: 'withdrawals.review',
  schema: reviewedWithdrawal,
  caseIdOf: ({ id }) => id,
  standingOf: (request) => request,
  Subject: ({ subject }) => (
    <ul>
      <WithdrawalCard request={subject} />
    </ul>
  ),
  decision: {
    titles: { approve: 'Approve withdraw request', reject: 'Reject withdraw request' },
    rows: ({ users, amount, symbol, network }, act) => [
      { label: 'User', value: users.full_name },
      {
        label: act === 'reject' ? 'Returns' : 'Leaves the platform',
        value: `${formatAmount(amount)} ${symbol}`,
        strong: true,
      },
      { label: 'Network', value: network, strong: true },
    ],
    reason: { isRequired: false },
    takesNotes: true,
    Extra: Transfer,
    isHeldBack: ({ draft: { file } }) => file !== undefined && proofProblemOf(file) !== undefined,
    useSend: useReviewWithdrawal,
    problemOf: problemOr('Failed to review withdraw request'),
  },
}

/** The dialogs under Users. */
export const withdrawalRequests: RequestHistory<ReviewedWithdrawal> = {
  view: withdrawalReview,
  title: 'Withdraw Requests',
  historyTitle: 'Withdraw History',
  empty: {
    title: 'No pending withdraw requests',
    text: 'New requests arrive here by themselves.',
  },
  failed: 'Error loading withdraw requests',
  useWaiting: () => useWithdrawals('pending'),
  useDecided: useWithdrawals,
  useCounts: useWithdrawalCounts,
  Card: WithdrawalCard,
}

interface CardProps {
  request: ReviewedWithdrawal
  actions?: ReactNode
}

function WithdrawalCard({ request, actions }: CardProps) {
  const { network, wallet_address: address } = request
  return (
    <RequestCard
      view={withdrawalReview}
      request={request}
      address={{ label: `To (${network})`, text: address }}
      imageUrl={request.admin_screenshot_url}
      badges={
        <>
          <Badge tone="warn">{network}</Badge>
          {request.second_factor && <Badge tone="info">Second factor</Badge>}
        </>
      }
      actions={actions}
    />
  )
}

/** Where an approval sends what, and the screenshot of it. */
function Transfer({ subject, act, draft: { file }, onChange }: ExtraProps<ReviewedWithdrawal>) {
  if (act === 'reject') return null
  const { wallet_address: address, symbol, network } = subject
  return (
    <>
      <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
        <code className="break-all text-center font-mono text-fg text-sm">{address}</code>
        <CopyButton text={address} label="Copy address" wide />
      </div>
      {isSentBy(subject) && (
        <>
          <Notice tone="warn">
            Approve once {symbol} is on its way on {network}: an approval is not undone.
          </Notice>
          <ProofPicker
            file={file}
            onFileChange={(picked) => onChange({ file: picked })}
            problem={file && proofProblemOf(file)}
          />
        </>
      )}
    </>
  )
}
