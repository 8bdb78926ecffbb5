import type { ReactNode } from 'react'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { formatDateTime, formatDay } from '#shared/format.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { LoanDocuments } from './loan-documents.tsx'

/** Applicant, terms and documents of an application. */
export function LoanFacts({ loan }: { loan: ReviewedLoan }) {
  return (
    <>
      <Part title="Applicant">
        <SummaryList rows={applicantRows(loan)} />
      </Part>
      <Part title="Loan">
        <SummaryList rows={loanRows(loan)} />
      </Part>
      <Part title="Documents">
        <LoanDocuments files={loan.documents.files} />
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

function applicantRows(loan: ReviewedLoan) {
  const { name, email, phone, dateOfBirth } = applicantOf(loan)
  return [
    { label: 'Applicant', value: text(name), strong: true },
    { label: 'Email', value: <span className="wrap-anywhere">{email}</span> },
    { label: 'Phone', value: text(phone) },
    ...(dateOfBirth ? [{ label: 'Date of birth', value: formatDay(dateOfBirth) }] : []),
    { label: 'Account', value: text(`${loan.users.full_name} ${loan.users.display_id}`) },
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

function loanRows(loan: ReviewedLoan) {
  const money = (amount: string) => <Money amount={amount} symbol={LOAN_SYMBOL} />
  const isDecided = loan.reviewed_at !== null
  return [
    { label: 'Duration', value: `${loan.duration} days` },
    { label: 'Purpose', value: text(loan.purpose) },
    { label: 'Applied', value: formatDateTime(loan.created_at) },
    { label: 'Term ends', value: formatDateTime(loan.due_at) },
    ...(loan.first_approval
      ? [
          {
            label: 'First approval',
            value: text(
              `${loan.first_approval.by ?? 'N/A'}, ${formatDateTime(loan.first_approval.at)}`,
            ),
          },
        ]
      : []),
    ...(loan.reviewed_at
      ? [{ label: 'Reviewed at', value: formatDateTime(loan.reviewed_at) }]
      : []),
    ...(isDecided && loan.reviewed_by
      ? [{ label: 'Reviewed by', value: text(loan.reviewed_by) }]
      : []),
    ...(loan.rejection_reason
      ? [{ label: 'Rejection reason', value: text(loan.rejection_reason) }]
      : []),
    ...(loan.due ? [{ label: 'Owed now', value: money(loan.due.total), strong: true }] : []),
    ...(loan.paid ? [{ label: 'Repaid', value: money(loan.paid.total), strong: true }] : []),
    ...(loan.loan_pay_date
      ? [{ label: 'Loan pay date', value: formatDateTime(loan.loan_pay_date) }]
      : []),
  ]
}

function text(value: string) {
  return <span className="wrap-anywhere inline-block first-letter:uppercase">{value}</span>
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

/** The word for its state: of an approved one, how its repayment stands. */
export function statusOf({ status, loan_status }: ReviewedLoan): string {
  return status === 'approved' && loan_status !== 'Active' ? (loan_status ?? status) : status
}
