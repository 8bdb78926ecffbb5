import { BadgeCheck, Clock3, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import type { KycVerification } from '#shared/contract/kyc.ts'
import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'
import { kycNote } from './kyc-draft.ts'

export function KycStatusPanel({ verification }: { verification: KycVerification }) {
  const { status, submitted_at: submittedAt, reviewed_at: reviewedAt } = verification
  if (status === 'approved') {
    return (
      <StatusPanel
        icon={BadgeCheck}
        tone="text-success"
        title={t('You are verified')}
        badge={<StatusBadge status="approved" label={t('Approved')} />}
      >
        {reviewedAt && t('Approved on {time}.', { time: formatDateTime(reviewedAt) })}
      </StatusPanel>
    )
  }
  return (
    <StatusPanel
      icon={Clock3}
      tone="text-warn"
      title={t('Your verification is in review')}
      badge={<StatusBadge status="pending" label={t('Pending')} />}
    >
      {submittedAt && t('Submitted on {time}.', { time: formatDateTime(submittedAt) })} {kycNote()}{' '}
      {t('You will be notified of the decision.')}
    </StatusPanel>
  )
}

interface StatusPanelProps {
  icon: LucideIcon
  tone: string
  title: string
  badge: ReactNode
  children: ReactNode
}

function StatusPanel({ icon: Icon, tone, title, badge, children }: StatusPanelProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <span
        className={classNames('grid size-14 place-items-center rounded-full bg-surface-2', tone)}
      >
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <p className="font-semibold text-fg text-lg">{title}</p>
      {badge}
      <p className="max-w-sm text-fg-2 text-sm">{children}</p>
    </div>
  )
}

export function KycRejection({ verification }: { verification: KycVerification }) {
  return (
    <Notice tone="danger">
      <strong className="block font-semibold text-fg">{t('Your verification was rejected')}</strong>
      <span className="wrap-anywhere block">{translated(verification.rejection_reason ?? '')}</span>
      {t('Correct it below and submit again.')}
    </Notice>
  )
}

/** Why the user must verify again, if a review asked for it. */
export function KycReopened({ verification: { reopened } }: { verification: KycVerification }) {
  if (!reopened) return null
  return (
    <Notice tone="warn">
      <strong className="block font-semibold text-fg">
        {t('The review of one of your requests asks you to verify again')}
      </strong>
      {reopened.reason && (
        <span className="wrap-anywhere block">{translated(reopened.reason)}</span>
      )}
      {t('Withdrawals and loans wait until your new verification is approved.')}
    </Notice>
  )
}
