import type { ReactNode } from 'react'
import { UserLink } from '#pwa/components/user-link.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList, type SummaryRow } from '#pwa/ui/summary-list.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { formatDateTime, formatDay, formatLimit } from '#shared/format.ts'
import { creditBandOf } from '#shared/rules/credit-score.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'
import { LoanDocuments } from './loan-documents.tsx'
import { purposeText } from './purpose-text.ts'

export function LoanFacts({ loan }: { loan: ReviewedLoan }) {
  return (
    <>
      <Part title="Applicant">
        <SummaryList rows={applicantRows(loan)} />
      </Part>
      <Part title="Loan">
        <SummaryList rows={loanRows(loan)} />
      </Part>
      <Part title="Other loans of the applicant">
        <SummaryList rows={exposureRows(loan)} />
      </Part>
      <Part title="Documents">
        <LoanDocuments loan={loan} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}

/** What a reviewer weighs against the amount. */
export function exposureRows({ exposure }: ReviewedLoan): SummaryRow[] {
  const { credit_score: score, open, overdue, owed, owed_overdue, maximum } = exposure
  const limit = maximum === '0' ? ', no limit' : ` of at most ${formatLimit(maximum)}`
  return [
    {
      label: 'Credit score',
      value: score === null ? 'Not known' : `${score}, ${t(creditBandOf(score))}`,
      strong: true,
    },
    { label: 'Open loans', value: String(open) },
    { label: 'Owes now', value: `${formatLimit(owed)} ${LOAN_SYMBOL}${limit}`, strong: true },
    {
      label: 'Overdue',
      value: overdue === 0 ? 'None' : `${overdue}: ${formatLimit(owed_overdue)} ${LOAN_SYMBOL}`,
      strong: overdue > 0,
    },
    ...(exposure.waiting > 0
      ? [{ label: 'Other applications', value: `${exposure.waiting} waiting` }]
      : []),
  ]
}

function applicantRows(loan: ReviewedLoan): SummaryRow[] {
  const { email, phone, dateOfBirth } = applicantOf(loan)
  return [
    { label: 'Applicant', value: <ApplicantLink loan={loan} />, strong: true },
    { label: 'Email', value: email },
    { label: 'Phone', value: text(phone) },
    { label: 'Date of birth', value: dateOfBirth ? formatDay(dateOfBirth) : undefined },
    { label: 'Account', value: <AccountLink loan={loan} /> },
    {
      label: 'Monthly income',
      value:
        loan.monthly_income === null ? (
          'Not provided'
        ) : (
          <Money amount={loan.monthly_income} as="usd" />
        ),
    },
  ]
}

function loanRows(loan: ReviewedLoan): SummaryRow[] {
  const money = (amount: string) => <Money amount={amount} symbol={LOAN_SYMBOL} />
  const { due, paid, first_approval: first, reviewed_at, reviewed_by, loan_pay_date } = loan
  return [
    { label: 'Duration', value: `${loan.duration} days` },
    { label: 'Purpose', value: text(purposeText(loan.purpose)) },
    { label: 'Applied', value: formatDateTime(loan.created_at) },
    {
      label: loan.status === 'pending' ? 'Term ends, if approved today' : 'Term ends',
      value: formatDateTime(loan.due_at),
    },
    {
      label: 'First approval',
      value: first ? text(`${first.by ?? 'N/A'}, ${formatDateTime(first.at)}`) : undefined,
    },
    { label: 'Reviewed at', value: reviewed_at ? formatDateTime(reviewed_at) : undefined },
    { label: 'Reviewed by', value: reviewed_at && reviewed_by ? text(reviewed_by) : undefined },
    {
      label: 'Rejection reason',
      value: loan.rejection_reason ? text(loan.rejection_reason) : undefined,
    },
    { label: 'Owed now', value: due ? money(due.total) : undefined, strong: true },
    { label: 'Repaid', value: paid ? money(paid.total) : undefined, strong: true },
    { label: 'Loan pay date', value: loan_pay_date ? formatDateTime(loan_pay_date) : undefined },
  ]
}

function text(value: string) {
  return <span className="wrap-anywhere">{value}</span>
}

/** Who applies, as they wrote it on the loan page; else as their account says. */
export function applicantOf({ applicant, users }: ReviewedLoan) {
  return {
    name: applicant?.fullName || users.full_name || 'N/A',
    email: applicant?.email || users.email || 'N/A',
    phone: applicant?.phoneNumber || users.phone || 'N/A',
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

function AccountLink({ loan: { users, user_id: id } }: { loan: ReviewedLoan }) {
  return (
    <span className="wrap-anywhere">
      <UserLink id={users.email && id}>{users.full_name}</UserLink> {users.display_id}
    </span>
  )
}

/** The status label; for an approved loan, the state of its repayment. */
export function statusOf({ status, loan_status }: ReviewedLoan): string {
  return status === 'approved' && loan_status !== 'Active' ? (loan_status ?? status) : status
}
