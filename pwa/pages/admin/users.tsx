import { type ReactNode, useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { adjustmentRequests } from '#pwa/features/adjustments/review-view.tsx'
import { depositRequests } from '#pwa/features/deposits/review-view.tsx'
import { useDepositCounts } from '#pwa/features/deposits/use-deposit-review.ts'
import { KycDialog } from '#pwa/features/kyc/kyc-dialog.tsx'
import { useKycCounts } from '#pwa/features/kyc/use-kyc-review.ts'
import { LoanManagement } from '#pwa/features/loans/loan-management.tsx'
import { useLoanCounts } from '#pwa/features/loans/use-loan-review.ts'
import { ManageUserDialog } from '#pwa/features/user-management/manage-user-dialog.tsx'
import { UserManagement } from '#pwa/features/user-management/user-management.tsx'
import { withdrawalRequests } from '#pwa/features/withdrawals/review-view.tsx'
import { useWithdrawalCounts } from '#pwa/features/withdrawals/use-withdrawal-review.ts'
import { useAddress } from '#pwa/hooks/use-address.ts'
import {
  RequestHistoryDialog,
  RequestsDialog,
  type RequestsDialogProps,
} from '#pwa/reviews/requests-dialog.tsx'
import { useWaitingCounts } from '#pwa/reviews/waiting/use-waiting-work.ts'
import { CountBadge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { userSort } from '#shared/contract/users.ts'
import { formatLimit } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'

export function AdminUsersPage() {
  const { query, change } = useAddress()
  const asksFor = userSort.safeParse(query.get('sort'))
  const manage = useCallback((user: string) => change({ open: 'manage', user }), [change])
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('User Management')}</h1>
      <RequestButtons onOpen={(open) => change({ open })} />
      <UserManagement
        search={query.get('search') ?? ''}
        sort={asksFor.success ? asksFor.data : 'newest'}
        onChange={change}
        onManage={manage}
      />
      <AddressedDialogs query={query} change={change} />
    </div>
  )
}

/** Shows how many requests of each kind wait. */
function RequestButtons({ onOpen }: { onOpen: (dialog: string) => void }) {
  const pending: Readonly<Record<string, number | undefined>> = {
    'deposit-requests': useDepositCounts().data?.pending,
    'withdraw-requests': useWithdrawalCounts().data?.pending,
    kyc: useKycCounts().data?.pending,
    'loan-management': useLoanCounts().data?.pending,
    adjustments: useWaitingCounts().requests?.adjustment?.count,
  }
  return (
    // Cells of one width: a count that comes later moves nothing.
    <div className="grid grid-cols-2 gap-2 large-text:grid-cols-1 max-sm:[&>button]:whitespace-normal max-sm:[&>button]:px-1 max-sm:[&>button]:leading-tight max-[22rem]:[&>button]:text-xs sm:grid-cols-3 lg:grid-cols-4">
      {Object.entries(BUTTONS).map(([dialog, label]) => {
        const [name, count] = [t(label), pending[dialog]]
        return (
          <Button
            key={dialog}
            aria-label={count ? `${name} (${count})` : undefined}
            onClick={() => onOpen(dialog)}
          >
            {name}
            {count ? <CountBadge>{formatLimit(String(count))}</CountBadge> : null}
          </Button>
        )
      })}
    </div>
  )
}

const BUTTONS = {
  'deposit-requests': msg('Deposit Requests'),
  'withdraw-requests': msg('Withdraw Requests'),
  'deposit-history': msg('Deposit History'),
  'withdraw-history': msg('Withdraw History'),
  kyc: msg('KYC Management'),
  'loan-management': msg('Loan Management'),
  adjustments: msg('Adjustments'),
}

const DIALOGS: Readonly<Record<string, (props: RequestsDialogProps) => ReactNode>> = {
  'deposit-requests': (props) => <RequestsDialog of={depositRequests} {...props} />,
  'deposit-history': (props) => <RequestHistoryDialog of={depositRequests} {...props} />,
  'withdraw-requests': (props) => <RequestsDialog of={withdrawalRequests} {...props} />,
  'withdraw-history': (props) => <RequestHistoryDialog of={withdrawalRequests} {...props} />,
  kyc: KycDialog,
  'loan-management': (props) => (
    <Dialog {...props} title={t('Loan Management')} size="large">
      <LoanManagement />
    </Dialog>
  ),
  adjustments: (props) => <RequestsDialog of={adjustmentRequests} {...props} />,
}

/** A notification of a request links to its dialog, and the desk to the user that it is about. */
function AddressedDialogs({ query, change }: ReturnType<typeof useAddress>) {
  const open = query.get('open')
  const user = query.get('user')
  const navigate = useNavigate()
  const { state } = useLocation()
  const close = () => {
    // Opened above another page of the back office, to which Back returns.
    if (state?.comesBack) void navigate(-1)
    else change({ open: undefined, user: undefined, tab: undefined })
  }
  if (open === 'manage' && user !== null)
    return <ManageUserDialog key={user} userId={user} onClose={close} />
  const Requests = open === null ? undefined : DIALOGS[open]
  return Requests && <Requests open onClose={close} />
}
