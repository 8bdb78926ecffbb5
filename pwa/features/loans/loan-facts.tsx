import { IdentifiedUser, UserLink } from '#pwa/components/user-link.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Part } from '#pwa/ui/part.tsx'
import { SummaryList, type SummaryRow } from '#pwa/ui/summary-list.tsx'
import type { ReviewedLoan } from '#shared/contract/loan-reviews.ts'
import { formatAmount, formatDateTime, formatDay } from '#shared/format.ts'
import { creditBandOf } from '#shared/rules/credit-score.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'
import { LoanDocuments } from './loan-documents.tsx'
import { daysText } from './loan-standing.ts'
import { purposeText } from './purpose-text.ts'

export function LoanFacts({ loan }: { loan: ReviewedLoan }) {
  return (
    <>
      <Part title={t('Applicant')}>
        <SummaryList rows={applicantRows(loan)} />
      </Part>
      <Part title={t('Loan')}>
        <SummaryList rows={loanRows(loan)} />
      </Part>
      <Part title={t('Other loans of the applicant')}>
        <SummaryList rows={exposureRows(loan)} />
      </Part>
      <Part title={t('Documents')}>
        <LoanDocuments loan={loan} />
      </Part>
    </>
  )
}

/** What a reviewer weighs against the amount. */
export function exposureRows({ exposure }: ReviewedLoan): SummaryRow[] {
  const { credit_score: score, open, overdue, owed, owed_overdue, maximum } = exposure
  const figures = { owed: formatAmount(owed), symbol: LOAN_SYMBOL }
  return [
    {
      label: t('Credit score'),
      value:
        score === null
          ? t('Not known')
          : t('{score}, {band}', { score, band: t(creditBandOf(score)) }),
      strong: true,
    },
    { label: t('Open loans'), value: String(open) },
    {
      label: t('Loan debt'),
      value:
        maximum === '0'
          ? t('{owed} {symbol}, no limit', figures)
          : t('{owed} {symbol} of at most {maximum}', {
              ...figures,
              maximum: formatAmount(maximum),
            }),
      strong: true,
    },
    {
      label: t('Overdue'),
      value:
        overdue === 0
          ? t('None')
          : t('{count}: {owed} {symbol}', {
              count: overdue,
              owed: formatAmount(owed_overdue),
              symbol: LOAN_SYMBOL,
            }),
      strong: overdue > 0,
    },
    ...(exposure.waiting > 0
      ? [
          {
            label: t('Other applications'),
            value: t('{count} pending', { count: exposure.waiting }),
          },
        ]
      : []),
  ]
}

function applicantRows(loan: ReviewedLoan): SummaryRow[] {
  const { email, phone, dateOfBirth } = applicantOf(loan)
  return [
    { label: t('Applicant'), value: <ApplicantLink loan={loan} />, strong: true },
    { label: t('Email'), value: <bdi>{email}</bdi> },
    { label: t('Phone'), value: text(phone) },
    { label: t('Date of birth'), value: dateOfBirth ? formatDay(dateOfBirth) : undefined },
    { label: t('Account'), value: <IdentifiedUser id={loan.user_id} user={loan.users} /> },
    {
      label: t('Monthly income'),
      value:
        loan.monthly_income === null ? (
          t('Not provided')
        ) : (
          <Money amount={loan.monthly_income} as="usd" />
        ),
    },
  ]
}

function loanRows(loan: ReviewedLoan): SummaryRow[] {
  const money = (amount: string) => <Money amount={amount} symbol={LOAN_SYMBOL} />
  const {
    due,
    paid,
    first_approval: first,
    reviewed_at,
    reviewed_by,
    cancelled_at,
    loan_pay_date,
  } = loan
  const isDropped = loan.status === 'rejected' || loan.status === 'cancelled'
  return [
    { label: t('Duration'), value: daysText(loan.duration) },
    { label: t('Purpose'), value: text(purposeText(loan.purpose)) },
    { label: t('Applied'), value: formatDateTime(loan.created_at) },
    {
      label: loan.status === 'pending' ? t('Term ends, if approved today') : t('Term ends'),
      value: isDropped ? undefined : formatDateTime(loan.due_at),
    },
    {
      label: t('First approval'),
      value: first
        ? text(t('{name}, {time}', { name: first.by ?? t('N/A'), time: formatDateTime(first.at) }))
        : undefined,
    },
    { label: t('Cancelled at'), value: cancelled_at ? formatDateTime(cancelled_at) : undefined },
    { label: t('Reviewed at'), value: reviewed_at ? formatDateTime(reviewed_at) : undefined },
    { label: t('Reviewed by'), value: reviewed_at && reviewed_by ? text(reviewed_by) : undefined },
    {
      label: t('Rejection reason'),
      value: loan.rejection_reason ? text(loan.rejection_reason) : undefined,
    },
    { label: t('Loan debt'), value: due ? money(due.total) : undefined, strong: true },
    { label: t('Repaid'), value: paid ? money(paid.total) : undefined, strong: true },
    { label: t('Loan pay date'), value: loan_pay_date ? formatDateTime(loan_pay_date) : undefined },
  ]
}

function text(value: string) {
  return <bdi className="wrap-anywhere">{value}</bdi>
}

/** Who applies, as they wrote it on the loan page; else as their account says. */
export function applicantOf({ applicant, users }: ReviewedLoan) {
  return {
    name: applicant?.fullName || users.full_name || t('N/A'),
    email: applicant?.email || users.email || t('N/A'),
    phone: applicant?.phoneNumber || users.phone || t('N/A'),
    dateOfBirth: applicant?.dateOfBirth,
  }
}

interface ApplicantLinkProps {
  loan: ReviewedLoan
  cuts?: boolean
}

/** The name on the application; it opens the account that applied. */
export function ApplicantLink({ loan, cuts = false }: ApplicantLinkProps) {
  return (
    <UserLink id={loan.users.email && loan.user_id} cuts={cuts}>
      {applicantOf(loan).name}
    </UserLink>
  )
}

/** The status label; for an approved loan, the state of its repayment. */
export function statusOf({ status, loan_status }: ReviewedLoan): string {
  return status === 'approved' && loan_status !== 'Active' ? (loan_status ?? status) : status
}
