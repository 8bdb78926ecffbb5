import { FileText } from 'lucide-react'
import { useSignedLink } from '#pwa/hooks/use-signed-link.ts'
import { Badge, type Tone } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { ShortText } from '#pwa/ui/short-text.tsx'
import type { Loan } from '#shared/contract/loans.ts'
import { formatDate, formatUsd } from '#shared/format.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { msg, t } from '#shared/text/t.ts'
import { CancelApplication } from './cancel-application.tsx'
import {
  daysText,
  dueOf,
  isOwed,
  type LoanLabel,
  labelOf,
  termPassed,
  timeLeft,
} from './loan-standing.ts'
import { purposeText } from './purpose-text.ts'

interface LoanCardProps {
  loan: Loan
  nowMs: number
  /** False where the links of the response have run out. */
  hasLinks: boolean
  onPay: () => void
}

export function LoanCard({ loan, nowMs, hasLinks, onPay }: LoanCardProps) {
  const label = labelOf(loan, nowMs)
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-0.5">
          <Money amount={loan.amount} as="usd" className="font-semibold text-fg text-lg" />
          <bdi className="wrap-anywhere text-fg-2 text-sm">{purposeText(loan.purpose)}</bdi>
        </div>
        <LoanBadge label={label} />
      </div>
      <p className="num text-fg-3 text-xs">
        {daysText(loan.duration)} · {t('applied {day}', { day: formatDate(loan.created_at) })}
      </p>
      {loan.status === 'rejected' && loan.rejection_reason && (
        <Notice tone="warn">
          <strong className="block font-semibold text-fg">{t('Rejection reason')}</strong>
          <bdi>{loan.rejection_reason}</bdi>
        </Notice>
      )}
      {loan.paid && loan.loan_pay_date && (
        <p className="text-fg-2 text-sm">
          {rich('Repaid {amount} on {day}', {
            amount: <Money amount={loan.paid.total} symbol={LOAN_SYMBOL} />,
            day: formatDate(loan.loan_pay_date),
          })}
        </p>
      )}
      {isOwed(loan) && <Owed loan={loan} label={label} nowMs={nowMs} onPay={onPay} />}
      {hasLinks && <Documents loan={loan} />}
      {loan.status === 'pending' && <CancelApplication loan={loan} />}
    </li>
  )
}

const TIME_COLOURS: Partial<Record<LoanLabel, string>> = {
  due_soon: 'text-warn',
  overdue: 'text-danger',
}

type OwedProps = Omit<LoanCardProps, 'hasLinks'> & { label: LoanLabel }

function Owed({ loan, label, nowMs, onPay }: OwedProps) {
  const due = dueOf(loan, nowMs)
  const isHidden = useAmountsHidden()
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <div className="flex flex-col gap-1.5">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <span className={classNames('num font-medium', TIME_COLOURS[label] ?? 'text-fg')}>
            {timeLeft(loan, nowMs)}
          </span>
          <span className="num text-fg-3 text-xs">
            {t('due {day}', { day: formatDate(loan.due_at) })}
          </span>
        </div>
        <progress
          max={100}
          value={termPassed(loan, nowMs)}
          aria-label={t('Term of {days, plural, one {# day} other {# days}}', {
            days: loan.duration,
          })}
          className={classNames(
            'h-1.5 w-full overflow-hidden rounded-full bg-surface-3 [&::-webkit-progress-bar]:bg-surface-3',
            BARS[label] ?? BAR,
          )}
        />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-col">
          <span className="text-fg-3 text-xs">
            {due.lateDays > 0 ? t('To repay now, with penalty') : t('To repay now')}
          </span>
          <Money
            amount={due.total}
            symbol={LOAN_SYMBOL}
            className="font-semibold text-base text-fg"
          />
        </div>
        <Button
          variant="primary"
          aria-label={t('Pay the loan{amount, select, hidden {} other { of {amount}}}', {
            amount: isHidden ? 'hidden' : formatUsd(loan.amount),
          })}
          className="min-w-28 max-md:flex-1"
          onClick={onPay}
        >
          {t('Pay')}
        </Button>
      </div>
    </div>
  )
}

const BAR = '[&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-value]:bg-accent-fill'
const BARS: Partial<Record<LoanLabel, string>> = {
  due_soon: '[&::-moz-progress-bar]:bg-warn [&::-webkit-progress-value]:bg-warn',
  overdue: '[&::-moz-progress-bar]:bg-danger [&::-webkit-progress-value]:bg-danger',
}

function Documents({ loan }: { loan: Loan }) {
  const { files } = loan.documents
  if (files.length === 0) return null
  return (
    <ul aria-label={t('Documents')} className="-my-2 flex flex-wrap gap-x-4">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          <DocumentLink {...file} />
        </li>
      ))}
    </ul>
  )
}

function DocumentLink({ url, name }: Loan['documents']['files'][number]) {
  return (
    <a
      href={useSignedLink(url)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 max-w-full items-center gap-1.5 text-info text-sm hover:underline md:min-h-8"
    >
      <FileText aria-hidden="true" className="size-4 shrink-0" />
      <ShortText>{name || t('Document')}</ShortText>
    </a>
  )
}

function LoanBadge({ label }: { label: LoanLabel }) {
  const [text, tone] = BADGES[label]
  return <Badge tone={tone}>{t(text)}</Badge>
}

const BADGES: Readonly<Record<LoanLabel, readonly [text: string, tone: Tone]>> = {
  pending: [msg('Pending'), 'warn'],
  rejected: [msg('Rejected'), 'danger'],
  cancelled: [msg('Cancelled'), 'neutral'],
  active: [msg('Active'), 'info'],
  due_soon: [msg('Due soon'), 'warn'],
  overdue: [msg('Overdue'), 'danger'],
  paid: [msg('Paid'), 'success'],
}
