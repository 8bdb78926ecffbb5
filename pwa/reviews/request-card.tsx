import type { ReactNode } from 'react'
import { Badge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { formatDateTime } from '#shared/format.ts'
import { FirstApprovalFact, SecondApprovalBadge } from './approval-standing.tsx'
import type { RequestKind, ReviewedRequest } from './request-kind.ts'

interface RequestCardProps<T extends ReviewedRequest> {
  kind: RequestKind<T>
  request: T
  actions?: ReactNode
}

/** A request with all that a reviewer needs to know of it. */
export function RequestCard<T extends ReviewedRequest>(props: RequestCardProps<T>) {
  const { kind, request, actions } = props
  const { users } = request
  const { label, address } = kind.addressFact(request)
  const picture = kind.pictureOf(request)
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Money
          amount={request.amount}
          symbol={request.symbol}
          className="font-semibold text-fg text-lg"
        />
        <span className="flex flex-wrap gap-1.5">
          <SecondApprovalBadge standing={request} />
          {kind.badges(request)}
          {request.require_reverification && <Badge tone="warn">Requires Re-verification</Badge>}
        </span>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
        <Fact label={label}>
          <code className="break-all font-mono text-xs">{address}</code>
        </Fact>
        <Fact label="User">
          {users.full_name} <span className="text-fg-3">{users.display_id}</span>
        </Fact>
        <Fact label="Email">{users.email}</Fact>
        <Fact label="Submitted">{formatDateTime(request.submitted_at)}</Fact>
        <FirstApprovalFact standing={request} />
        {request.reviewed_at && <Fact label="Reviewed">{formatDateTime(request.reviewed_at)}</Fact>}
        {request.reviewed_by && <Fact label="Reviewed by">{request.reviewed_by}</Fact>}
        {request.admin_notes && <Fact label="Admin notes">{request.admin_notes}</Fact>}
        {request.rejection_reason && (
          <Fact label="Rejection reason">{request.rejection_reason}</Fact>
        )}
      </dl>
      {(picture || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {picture && (
            <a
              href={picture}
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
