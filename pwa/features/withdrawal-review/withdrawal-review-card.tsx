import type { ReactNode } from 'react'
import { Badge } from '#pwa/ui/badge.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatDateTime } from '#shared/format.ts'

interface WithdrawalReviewCardProps {
  withdrawal: ReviewedWithdrawal
  actions?: ReactNode
}

/** A withdraw request with all that a reviewer needs to know of it. */
export function WithdrawalReviewCard({ withdrawal, actions }: WithdrawalReviewCardProps) {
  const { users } = withdrawal
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Money
          amount={withdrawal.amount}
          symbol={withdrawal.symbol}
          className="font-semibold text-fg text-lg"
        />
        <span className="flex flex-wrap gap-1.5">
          <Badge tone="warn">{withdrawal.network}</Badge>
          {withdrawal.second_factor && <Badge tone="info">Second factor</Badge>}
          {withdrawal.require_reverification && <Badge tone="warn">Requires Re-verification</Badge>}
        </span>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
        <Fact label={`To (${withdrawal.network})`}>
          <code className="break-all font-mono text-xs">{withdrawal.wallet_address}</code>
        </Fact>
        <Fact label="User">
          {users.full_name} <span className="text-fg-3">{users.display_id}</span>
        </Fact>
        <Fact label="Email">{users.email}</Fact>
        <Fact label="Submitted">{formatDateTime(withdrawal.submitted_at)}</Fact>
        {withdrawal.reviewed_at && (
          <Fact label="Reviewed">{formatDateTime(withdrawal.reviewed_at)}</Fact>
        )}
        {withdrawal.reviewed_by && <Fact label="Reviewed by">{withdrawal.reviewed_by}</Fact>}
        {withdrawal.admin_notes && <Fact label="Admin notes">{withdrawal.admin_notes}</Fact>}
        {withdrawal.rejection_reason && (
          <Fact label="Rejection reason">{withdrawal.rejection_reason}</Fact>
        )}
      </dl>
      {(withdrawal.admin_screenshot_url || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {withdrawal.admin_screenshot_url && (
            <a
              href={withdrawal.admin_screenshot_url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-info text-sm hover:underline"
            >
              View screenshot
            </a>
          )}
          {actions && <span className="ml-auto flex gap-2">{actions}</span>}
        </div>
      )}
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="break-words text-fg-2">{children}</dd>
    </div>
  )
}
