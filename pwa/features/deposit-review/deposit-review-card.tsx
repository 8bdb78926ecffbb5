import type { ReactNode } from 'react'
import { Badge } from '#pwa/ui/badge.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { ReviewedDeposit } from '#shared/contract/deposits.ts'
import { formatDateTime } from '#shared/format.ts'

interface DepositReviewCardProps {
  deposit: ReviewedDeposit
  actions?: ReactNode
}

/** A deposit request with all that a reviewer needs to know of it. */
export function DepositReviewCard({ deposit, actions }: DepositReviewCardProps) {
  const { users } = deposit
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Money
          amount={deposit.amount}
          symbol={deposit.symbol}
          className="font-semibold text-fg text-lg"
        />
        <span className="flex flex-wrap gap-1.5">
          {deposit.address_outdated && <Badge tone="warn">Earlier address</Badge>}
          {deposit.require_reverification && <Badge tone="warn">Requires Re-verification</Badge>}
        </span>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
        <Fact label="User">
          {users.full_name} <span className="text-fg-3">{users.display_id}</span>
        </Fact>
        <Fact label="Email">{users.email}</Fact>
        <Fact label="Submitted">{formatDateTime(deposit.submitted_at)}</Fact>
        {deposit.reviewed_at && <Fact label="Reviewed">{formatDateTime(deposit.reviewed_at)}</Fact>}
        {deposit.reviewed_by && <Fact label="Reviewed by">{deposit.reviewed_by}</Fact>}
        <Fact label={`Address (${deposit.network}, version ${deposit.address_version})`}>
          <code className="break-all font-mono text-xs">{deposit.address}</code>
        </Fact>
        {deposit.admin_notes && <Fact label="Admin notes">{deposit.admin_notes}</Fact>}
        {deposit.rejection_reason && (
          <Fact label="Rejection reason">{deposit.rejection_reason}</Fact>
        )}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <a
          href={deposit.screenshot_url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-info text-sm hover:underline"
        >
          View screenshot
        </a>
        {actions && <span className="flex gap-2">{actions}</span>}
      </div>
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
