import { useSearchParams } from 'react-router-dom'
import { DepositHistoryDialog } from '#pwa/features/deposit-review/deposit-history-dialog.tsx'
import { DepositRequestsDialog } from '#pwa/features/deposit-review/deposit-requests-dialog.tsx'
import { useDepositCounts } from '#pwa/features/deposit-review/use-deposit-review.ts'
import { KycDialog } from '#pwa/features/kyc-review/kyc-dialog.tsx'
import { useKycCounts } from '#pwa/features/kyc-review/use-kyc-review.ts'
import { LoanManagementDialog } from '#pwa/features/loan-review/loan-management-dialog.tsx'
import { useWithdrawalCounts } from '#pwa/features/withdrawal-review/use-withdrawal-review.ts'
import { WithdrawalHistoryDialog } from '#pwa/features/withdrawal-review/withdrawal-history-dialog.tsx'
import { WithdrawalRequestsDialog } from '#pwa/features/withdrawal-review/withdrawal-requests-dialog.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Stat } from '#pwa/ui/stat.tsx'

/** The dialog that is open stands in the address: a notification of a request links to it. */
export function AdminUsersPage() {
  const [query, setQuery] = useSearchParams()
  const open = query.get('open')
  const counts = useDepositCounts()
  const withdrawals = useWithdrawalCounts()
  const verifications = useKycCounts()
  const dialog = (name: string) => ({
    open: open === name,
    onOpenChange: (isOpen: boolean) => setQuery(isOpen ? { open: name } : {}, { replace: true }),
  })
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">User Management</h1>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => setQuery({ open: 'deposit-requests' })}>
          Deposit Requests
          {counts.data && counts.data.pending > 0 && ` (${counts.data.pending})`}
        </Button>
        <Button variant="primary" onClick={() => setQuery({ open: 'withdraw-requests' })}>
          Withdraw Requests
          {withdrawals.data && withdrawals.data.pending > 0 && ` (${withdrawals.data.pending})`}
        </Button>
        <Button variant="primary" onClick={() => setQuery({ open: 'kyc' })}>
          KYC Management
          {verifications.data &&
            verifications.data.pending > 0 &&
            ` (${verifications.data.pending})`}
        </Button>
        <Button onClick={() => setQuery({ open: 'deposit-history' })}>Deposit History</Button>
        <Button onClick={() => setQuery({ open: 'withdraw-history' })}>Withdraw History</Button>
        <Button onClick={() => setQuery({ open: 'loan-management' })}>Loan Management</Button>
      </div>
      <RequestCounts title="Deposit requests" counts={counts.data} />
      <RequestCounts title="Withdraw requests" counts={withdrawals.data} />
      <RequestCounts title="Verifications" counts={verifications.data} />
      <DepositRequestsDialog {...dialog('deposit-requests')} />
      <DepositHistoryDialog {...dialog('deposit-history')} />
      <WithdrawalRequestsDialog {...dialog('withdraw-requests')} />
      <WithdrawalHistoryDialog {...dialog('withdraw-history')} />
      <KycDialog {...dialog('kyc')} />
      <LoanManagementDialog {...dialog('loan-management')} />
    </div>
  )
}

interface RequestCountsProps {
  title: string
  counts: { pending: number; approved: number; rejected: number } | undefined
}

function RequestCounts({ title, counts }: RequestCountsProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="font-semibold text-base text-fg">{title}</h2>
      <div className="grid grid-cols-3 gap-2 md:gap-4">
        <Card>
          <Stat label="Pending" value={counts?.pending} />
        </Card>
        <Card>
          <Stat label="Approved" value={counts?.approved} />
        </Card>
        <Card>
          <Stat label="Rejected" value={counts?.rejected} />
        </Card>
      </div>
    </section>
  )
}
