import { ArrowUpFromLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { IdentifiedUser } from '#pwa/components/user-link.tsx'
import { RequestCard } from '#pwa/reviews/request-card.tsx'
import type { RequestHistory } from '#pwa/reviews/requests-dialog.tsx'
import { problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { type ReviewedWithdrawal, reviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { isHeldBack, reservedFor, Transfer } from './transfer.tsx'
import {
  useReviewWithdrawal,
  useWithdrawalCounts,
  useWithdrawals,
} from './use-withdrawal-review.ts'

/** How staff review a withdrawal: an approval may carry a screenshot of the transfer. */
export const withdrawalReview: ReviewView<ReviewedWithdrawal> = {
  kind: 'withdrawal',
  label: msg('Withdrawal'),
  plural: msg('Withdrawals'),
  icon: ArrowUpFromLine,
  permission: 'withdrawals.review',
  paysOut: ({ sending }) => sending === null,
  schema: reviewedWithdrawal,
  caseIdOf: ({ id }) => id,
  standingOf: (request) => request,
  holdsAnyway: ({ sending }) => sending?.is_mine === true,
  reservedFor,
  useCanApprove: () => mayApprove,
  Subject: ({ subject }) => (
    <ul>
      <WithdrawalCard request={subject} />
    </ul>
  ),
  decision: {
    titles: {
      approve: msg('Approve withdraw request'),
      reject: msg('Reject withdraw request'),
    },
    rows: ({ user_id: id, users, amount, symbol, network, wallet_address: address }, act) => [
      { label: t('User'), value: <IdentifiedUser id={id} user={users} /> },
      {
        label: act === 'reject' ? t('Returns') : t('Leaves the platform'),
        value: <Money amount={amount} symbol={symbol} />,
        strong: true,
      },
      { label: t('Network'), value: network, strong: true },
      {
        label: t('Address'),
        value: (
          <code dir="ltr" className="break-all font-mono text-xs">
            {address}
          </code>
        ),
      },
    ],
    reason: { isRequired: false },
    takesNotes: true,
    Extra: Transfer,
    isHeldBack,
    useSend: useReviewWithdrawal,
    problemOf: problemOr(msg('Failed to review withdraw request')),
  },
}

export const withdrawalRequests: RequestHistory<ReviewedWithdrawal> = {
  view: withdrawalReview,
  title: msg('Withdraw Requests'),
  historyTitle: msg('Withdraw History'),
  empty: {
    title: msg('No pending withdraw requests'),
    text: msg('New requests appear here automatically.'),
  },
  failed: msg('Error loading withdraw requests'),
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
      address={{ label: t('To ({network})', { network }), text: address }}
      imageUrl={request.admin_screenshot_url}
      badges={
        <>
          <Badge tone="warn">{network}</Badge>
          {request.second_factor && <Badge tone="info">{t('Second factor')}</Badge>}
          {request.withdrawals_frozen_until && <Badge tone="danger">{t('Frozen by user')}</Badge>}
          {request.sending && <Badge tone="warn">{t('Being sent')}</Badge>}
        </>
      }
      actions={actions}
    >
      {request.sending && (
        <Fact label={t('Being sent')}>
          {t('{name}, {time}', {
            name: request.sending.by ?? t('N/A'),
            time: formatDateTime(request.sending.at),
          })}
        </Fact>
      )}
      {request.withdrawals_frozen_until && (
        <Fact label={t('Frozen by user until')}>
          {formatDateTime(request.withdrawals_frozen_until)}
        </Fact>
      )}
    </RequestCard>
  )
}

// Coins that are on their way can be recorded even if the owner has frozen withdrawals since.
const mayApprove = ({ withdrawals_frozen_until: until, sending }: ReviewedWithdrawal) =>
  until === null || sending !== null
