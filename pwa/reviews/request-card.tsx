import type { ReactNode } from 'react'
import { ScreenshotButton } from '#pwa/components/screenshot-button.tsx'
import { IdentifiedUser } from '#pwa/components/user-link.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { rowName } from '#pwa/ui/row-name.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { FirstApprovalFact, SecondApprovalBadge } from './approval-standing.tsx'
import { RequestMarks } from './request-marks.tsx'
import type { ReviewView } from './review-view.ts'

/** The fields that all requests to move money have. */
export interface MoneyRequest extends ApprovalStanding {
  readonly user_id: string
  readonly status: string
  readonly symbol: string
  readonly amount: string
  readonly submitted_at: string
  readonly reviewed_at: string | null
  readonly reviewed_by: string | null
  readonly admin_notes: string | null
  readonly rejection_reason: string | null
  readonly require_reverification: boolean
  readonly users: {
    readonly full_name: string
    readonly email: string
    readonly display_id: string
  }
}

interface RequestCardProps<T extends MoneyRequest> {
  view: ReviewView<T>
  request: T
  /** Where it comes from or goes to, if over a network. */
  address?: { readonly label: string; readonly text: string }
  imageUrl?: string | null
  badges?: ReactNode
  actions?: ReactNode
  /** More facts of its kind. */
  children?: ReactNode
}

/** A request to move money, with everything that a reviewer needs to know. */
export function RequestCard<T extends MoneyRequest>(props: RequestCardProps<T>) {
  const { view, request, address, imageUrl, badges, actions, children } = props
  const { users } = request
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Money
          amount={request.amount}
          symbol={request.symbol}
          className="font-semibold text-fg text-lg"
        />
        <span className="flex flex-wrap gap-1.5">
          {actions ? (
            <RequestMarks view={view} subject={request} />
          ) : (
            request.status === 'pending' && <SecondApprovalBadge standing={request} />
          )}
          {badges}
          {request.require_reverification && (
            <Badge tone="warn">{t('Requires Re-verification')}</Badge>
          )}
        </span>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
        {address && (
          <Fact label={address.label}>
            <code dir="ltr" className="break-all font-mono text-xs">
              {address.text}
            </code>
          </Fact>
        )}
        {children}
        <Fact label={t('User')}>
          <IdentifiedUser id={request.user_id} user={users} />
        </Fact>
        <Fact label={t('Email')}>
          <bdi>{users.email}</bdi>
        </Fact>
        <Fact label={t('Submitted')}>{formatDateTime(request.submitted_at)}</Fact>
        <FirstApprovalFact standing={request} />
        {request.reviewed_at && (
          <Fact label={t('Reviewed')}>{formatDateTime(request.reviewed_at)}</Fact>
        )}
        {request.reviewed_by && <Fact label={t('Reviewed by')}>{request.reviewed_by}</Fact>}
        {request.admin_notes && <Fact label={t('Admin notes')}>{request.admin_notes}</Fact>}
        {request.rejection_reason && (
          <Fact label={t('Rejection reason')}>{request.rejection_reason}</Fact>
        )}
      </dl>
      {(imageUrl || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {imageUrl && (
            <ScreenshotButton
              url={imageUrl}
              row={rowName(users.full_name, formatDateTime(request.submitted_at))}
            />
          )}
          {actions && <span className="ms-auto flex gap-2">{actions}</span>}
        </div>
      )}
    </li>
  )
}
