import { ArrowDownToLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { KeptPicture } from '#pwa/components/kept-picture.tsx'
import { IdentifiedUser } from '#pwa/components/user-link.tsx'
import { RequestCard } from '#pwa/reviews/request-card.tsx'
import type { RequestHistory } from '#pwa/reviews/requests-dialog.tsx'
import { type ExtraProps, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { type ReviewedDeposit, reviewedDeposit } from '#shared/contract/deposits.ts'
import { msg, t } from '#shared/text/t.ts'
import { useDepositCounts, useDeposits, useReviewDeposit } from './use-deposit-review.ts'

/** How staff review a deposit: with its proof in view. */
export const depositReview: ReviewView<ReviewedDeposit> = {
  kind: 'deposit',
  label: msg('Deposit'),
  plural: msg('Deposits'),
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
    titles: {
      approve: msg('Approve deposit request'),
      reject: msg('Reject deposit request'),
    },
    rows: ({ user_id: id, users, amount, symbol }, act) => [
      { label: t('User'), value: <IdentifiedUser id={id} user={users} /> },
      {
        label: act === 'reject' ? t('Amount') : t('Credits'),
        value: <Money amount={amount} symbol={symbol} />,
        strong: true,
      },
    ],
    reason: { isRequired: true },
    takesNotes: true,
    Extra: Proof,
    useSend: useReviewDeposit,
    problemOf: problemOr(msg('Failed to review deposit request')),
  },
}

export const depositRequests: RequestHistory<ReviewedDeposit> = {
  view: depositReview,
  title: msg('Deposit Requests'),
  historyTitle: msg('Deposit History'),
  empty: {
    title: msg('No pending deposit requests'),
    text: msg('New requests appear here automatically.'),
  },
  failed: msg('Failed to fetch deposit requests'),
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
      address={{
        label: t('Address ({network}, version {version})', { network, version }),
        text: address,
      }}
      imageUrl={hasProofBeside ? null : request.screenshot_url}
      badges={request.address_outdated && <Badge tone="warn">{t('Earlier address')}</Badge>}
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
        label={t('View the proof')}
        className="h-40 w-full"
        onOpen={() => setOpen(true)}
      />
      {isOpen && <ImageDialog title={t('Proof')} url={url} onClose={() => setOpen(false)} />}
    </>
  )
}
