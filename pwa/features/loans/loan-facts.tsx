import { Download, FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ImageDialog } from '#pwa/ui/image-dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList, type SummaryRow } from '#pwa/ui/summary-list.tsx'
import type { LoanDocument, ReviewedLoan } from '#shared/contract/loans.ts'
import { formatAmount, formatBytes, formatDateTime, formatDay } from '#shared/format.ts'
import { creditBandOf } from '#shared/rules/credit-score.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
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

/** What a reviewer weighs against the amount. */
export function exposureRows({ exposure }: ReviewedLoan): SummaryRow[] {
  const { credit_score: score, open, overdue, owed, owed_overdue, maximum } = exposure
  const limit = maximum === '0' ? 'no limit' : `of at most ${formatAmount(maximum)}`
  return [
    {
      label: 'Credit score',
      value: score === null ? 'Not known' : `${score}, ${creditBandOf(score)}`,
      strong: true,
    },
    { label: 'Open loans', value: String(open) },
    { label: 'Owes now', value: `${formatAmount(owed)} ${LOAN_SYMBOL}, ${limit}`, strong: true },
    {
      label: 'Overdue',
      value: overdue === 0 ? 'None' : `${overdue}: ${formatAmount(owed_overdue)} ${LOAN_SYMBOL}`,
      strong: overdue > 0,
    },
    ...(exposure.waiting > 0
      ? [{ label: 'Other applications', value: `${exposure.waiting} waiting` }]
      : []),
  ]
}

function applicantRows(loan: ReviewedLoan): SummaryRow[] {
  const { name, email, phone, dateOfBirth } = applicantOf(loan)
  return [
    { label: 'Applicant', value: text(name), strong: true },
    { label: 'Email', value: <span className="wrap-anywhere">{email}</span> },
    { label: 'Phone', value: text(phone) },
    { label: 'Date of birth', value: dateOfBirth ? formatDay(dateOfBirth) : undefined },
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

function loanRows(loan: ReviewedLoan): SummaryRow[] {
  const money = (amount: string) => <Money amount={amount} symbol={LOAN_SYMBOL} />
  const { due, paid, first_approval: first, reviewed_at, reviewed_by, loan_pay_date } = loan
  return [
    { label: 'Duration', value: `${loan.duration} days` },
    { label: 'Purpose', value: text(purposeText(loan.purpose)) },
    { label: 'Applied', value: formatDateTime(loan.created_at) },
    { label: 'Term ends', value: formatDateTime(loan.due_at) },
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

/** The status label; for an approved loan, the state of its repayment. */
export function statusOf({ status, loan_status }: ReviewedLoan): string {
  return status === 'approved' && loan_status !== 'Active' ? (loan_status ?? status) : status
}

/** What was attached: images are looked at here, everything is downloaded. */
function LoanDocuments({ files }: { files: readonly LoanDocument[] }) {
  const [viewedId, setViewedId] = useState<string>()
  const viewed = files.find(({ id }) => id === viewedId)
  if (files.length === 0) {
    return (
      <p className="rounded-md bg-surface-2 px-4 py-4 text-fg-3 text-sm">
        No documents were attached.
      </p>
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex items-center gap-3 rounded-md border border-line bg-surface-2 p-2"
          >
            <Thumbnail file={file} onView={() => setViewedId(file.id)} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium text-fg text-sm">{titleOf(file)}</span>
              <span className="num truncate text-fg-3 text-xs">
                {file.kind !== 'supporting' && file.name && `${file.name} · `}
                {formatBytes(file.bytes)}
              </span>
            </span>
            <DownloadLink file={file} />
          </li>
        ))}
      </ul>
      {viewed && (
        <ImageDialog
          title={titleOf(viewed)}
          url={viewed.url}
          fileName={viewed.name}
          onClose={() => setViewedId(undefined)}
        />
      )}
    </>
  )
}

const KINDS: Readonly<Record<LoanDocument['kind'], string | undefined>> = {
  front_id: 'Front of the ID',
  back_id: 'Back of the ID',
  selfie_with_id: 'Selfie with the ID',
  supporting: undefined,
}

function titleOf({ kind, name }: LoanDocument): string {
  return KINDS[kind] ?? (name || 'Supporting document')
}

function isImage({ type }: LoanDocument): boolean {
  return type.startsWith('image/')
}

function Thumbnail({ file, onView }: { file: LoanDocument; onView: () => void }) {
  if (!isImage(file)) {
    return (
      <span className="grid size-14 shrink-0 place-items-center rounded-sm bg-surface-3 text-fg-3">
        <FileText aria-hidden="true" className="size-6" />
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-label={`View ${titleOf(file)}`}
      onClick={onView}
      className="size-14 shrink-0 overflow-hidden rounded-sm bg-surface-3"
    >
      <img src={file.url} alt="" className="size-full object-cover" />
    </button>
  )
}

function DownloadLink({ file }: { file: LoanDocument }) {
  return (
    <a
      href={file.url}
      download={file.name || true}
      aria-label={`Download ${titleOf(file)}`}
      className="inline-grid size-11 shrink-0 place-items-center rounded-md text-fg-2 transition-colors hover:bg-surface-3 hover:text-fg"
    >
      <Download aria-hidden="true" className="size-5" />
    </a>
  )
}
