import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { type CommandForm, useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field, Textarea, TextInput } from '#pwa/ui/field.tsx'
import { FileListPicker } from '#pwa/ui/file-picker.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { submitLoan } from '#shared/contract/loans.ts'
import { risk } from '#shared/operator/risk.ts'
import {
  LOAN_DOCUMENT_BYTES_MAX,
  LOAN_DOCUMENTS_MAX,
  LOAN_RATES,
  QUICK_LOAN,
} from '#shared/rules/loans.ts'
import { LoanLimitNote, limitProblem, useLoanLimit, WaitingApplicationNote } from './loan-limit.tsx'
import {
  documentProblem,
  EMPTY_DRAFT,
  FIELD_OF,
  problemOf,
  type QuickLoanDraft,
} from './quick-loan-draft.ts'
import {
  APPLICATION_FAILED,
  APPLICATION_SUBMITTED,
  APPLICATION_WAITS,
  LoanAgreementDialog,
  RepaymentPreview,
} from './repayment-preview.tsx'

/** The application of the home page. Source: docs/product.md, Loans. */
export function LoanApplicationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [readsAgreement, setReadsAgreement] = useState(false)
  const { submit } = useSubmit(submitLoan)
  const limit = useLoanLimit()
  const form = useCommandForm({
    initial: EMPTY_DRAFT,
    check: (tried) => problemOf(tried) ?? limitProblem(tried.amount, limit),
    fieldOf: FIELD_OF,
    send: ({ amount, purpose, duration, monthlyIncome, documents }) => {
      const income = monthlyIncome === '' ? {} : { monthly_income: monthlyIncome }
      const asked = { amount, purpose: purpose.trim(), duration, ...income }
      return submit({
        body: { ...asked, interest_rate: LOAN_RATES.interest },
        files: { documents },
      })
    },
    failed: APPLICATION_FAILED,
    waiting: APPLICATION_WAITS,
    done: APPLICATION_SUBMITTED,
    onSent: close,
  })

  function close() {
    onClose()
    form.reset()
  }

  return (
    <>
      <FormDialog
        form={form}
        open={open}
        onClose={close}
        title="Apply for Loan"
        submit="Submit application"
        waits="The application, with its documents,"
        offline="Its term begins then."
        description={
          <>
            Paid out in USDT after approval. For 1,000 USDT and more, up to 180 days,{' '}
            <Link to="/loan" className="font-medium text-info underline underline-offset-2">
              use the full application
            </Link>
            .
          </>
        }
      >
        <WaitingApplicationNote limit={limit} />
        <LoanLimitNote limit={limit} />
        <QuickLoanFields form={form} onAgreement={() => setReadsAgreement(true)} />
      </FormDialog>
      <LoanAgreementDialog open={readsAgreement} onClose={() => setReadsAgreement(false)} />
    </>
  )
}

interface QuickLoanFieldsProps {
  form: CommandForm<QuickLoanDraft>
  onAgreement: () => void
}

const { termDaysMin, termDaysMax } = QUICK_LOAN
/** Terms that are offered by a tap; any other in between can be typed. */
const TERMS = ['7', '14', '30', '60', '90']

function QuickLoanFields({ form, onAgreement }: QuickLoanFieldsProps) {
  const { draft, change } = form
  return (
    <>
      <Field label="Loan amount" aside="1 USD = 1 USDT" error={form.error('amount')}>
        <AmountInput unit="USD" {...form.value('amount')} />
      </Field>
      <Field label="Purpose" error={form.error('purpose')}>
        <Textarea
          rows={2}
          maxLength={500}
          placeholder="What the loan is for"
          {...form.input('purpose')}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Field
          label="Duration"
          aside={`${termDaysMin} to ${termDaysMax} days`}
          error={form.error('duration')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            placeholder="30"
            className="num"
            trailing="days"
            value={draft.duration}
            onChange={(event) => change({ duration: event.target.value.replace(/\D/g, '') })}
          />
        </Field>
        <div className="grid grid-cols-5 gap-2">
          {TERMS.map((days) => (
            <button
              key={days}
              type="button"
              aria-label={`${days} days`}
              aria-pressed={draft.duration === days}
              onClick={() => change({ duration: days })}
              className="num h-11 rounded-sm bg-surface-3 font-medium text-fg-2 text-xs transition-colors hover:text-fg aria-pressed:bg-accent-fill aria-pressed:text-on-accent md:h-8"
            >
              {days}
            </button>
          ))}
        </div>
      </div>
      <Field label="Monthly income" error={form.error('monthlyIncome')} optional>
        <AmountInput unit="USD" {...form.value('monthlyIncome')} />
      </Field>
      <Field
        label="Supporting documents"
        hint="PDF, DOC, DOCX, JPG or PNG."
        error={form.error('documents')}
        optional
      >
        <FileListPicker
          accepts="document"
          bytesMax={LOAN_DOCUMENT_BYTES_MAX}
          countMax={LOAN_DOCUMENTS_MAX}
          files={draft.documents}
          onFilesChange={(documents) => change({ documents })}
          problemOf={(file) => documentProblem(file)?.message}
        />
      </Field>
      <RepaymentPreview amount={draft.amount} duration={draft.duration} />
      <Notice tone="warn">
        {risk.loans} By applying you accept the{' '}
        <button
          type="button"
          onClick={onAgreement}
          className="font-medium text-info underline underline-offset-2"
        >
          loan agreement
        </button>
        .
      </Notice>
    </>
  )
}
