import { ArrowDownToLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { KeptPicture } from '#pwa/components/kept-picture.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { RequestCard } from '#pwa/reviews/request-card.tsx'
import type { RequestHistory } from '#pwa/reviews/requests-dialog.tsx'
import { type ExtraProps, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { type ReviewedDeposit, reviewedDeposit } from '#shared/contract/deposits.ts'
import { formatAmount } from '#shared/format.ts'
import { useDepositCounts, useDeposits, useReviewDeposit } from './use-deposit-review.ts'

/** How staff review a deposit: with its proof in view. */
export const depositReview: ReviewView<ReviewedDeposit> = {
  kind: 'deposit',
  label: 'Deposit',
  plural: 'Deposits',
  icon: ArrowDownToLine,
  permission: 'deposits.review',
  schema: reviewedDeposit,
  caseIdOf: ({ id }) => id,
  standingOf: (request) => request,
  proofOf: ({ screenshot_url }) => screenshot_url,
  Subject: ({ subject }) => (
    <ul>
      <DepositCard request={subject} hasProofBeside />
    </ul>
  ),
  decision: {
    titles: { approve: 'Approve deposit request', reject: 'Reject deposit request' },
    rows: ({ user_id: id, users, amount, symbol }, act) => [
      { label: 'User', value: <UserLink id={users.email && id}>{users.full_name}</UserLink> },
      {
        label: act === 'reject' ? 'Amount' : 'Credits',
        value: `${formatAmount(amount)} ${symbol}`,
        strong: true,
      },
    ],
    reason: { isRequired: true },
    takesNotes: true,
    Extra: Proof,
    useSend: useReviewDeposit,
    problemOf: problemOr('Failed to review deposit request'),
  },
}

export const depositRequests: RequestHistory<ReviewedDeposit> = {
  view: depositReview,
  title: 'Deposit Requests',
  historyTitle: 'Deposit History',
  empty: {
    title: 'No pending deposit requests',
    text: 'New requests appear here automatically.',
  },
  failed: 'Failed to fetch deposit requests',
  useWaiting: () => useDeposits('pending'),
  useDecided: useDeposits,
  useCounts: useDepositCounts,
  Card: DepositCard,
}

interface DepositCardProps {
  request: ReviewedDeposit
  actions?: ReactNode
  hasProofBeside?: boolean
}

function DepositCard({ request, actions, hasProofBeside }: DepositCardProps) {
  const { network, address, address_version: version } = request
  return (
    <RequestCard
      view={depositReview}
      request={request}
      address={{ label: `Address (${network}, version ${version})`, text: address }}
      imageUrl={hasProofBeside ? null : request.screenshot_url}
      badges={request.address_outdated && <Badge tone="warn">Earlier address</Badge>}
      actions={actions}
    />
  )
}

function Proof({ subject: { screenshot_url: url } }: ExtraProps<ReviewedDeposit>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <KeptPicture
        url={url}
        label="View the proof"
        className="h-40 w-full"
        onOpen={() => setOpen(true)}
      />
      {isOpen && <ImageDialog title="Proof" url={url} onClose={() => setOpen(false)} />}
    </>
  )
}
