import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { type CommandForm, useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field, Textarea, TextInput } from '#pwa/ui/field.tsx'
import { FileListPicker } from '#pwa/ui/file-picker.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { formatLimit } from '#shared/format.ts'
import { risk } from '#shared/operator/risk.ts'
import {
  FULL_LOAN,
  LOAN_DOCUMENT_BYTES_MAX,
  LOAN_DOCUMENTS_MAX,
  LOAN_RATES,
  QUICK_LOAN,
} from '#shared/rules/loans.ts'
import { plainDigits } from '#shared/text/plain-digits.ts'
import { t } from '#shared/text/t.ts'
import { LoanLimitNote, limitProblem, useLoanLimit, WaitingApplicationNote } from './loan-limit.tsx'
import { daysText } from './loan-standing.ts'
import {
  documentProblem,
  EMPTY_DRAFT,
  FIELD_OF,
  problemOf,
  type QuickLoanDraft,
} from './quick-loan-draft.ts'
import {
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
    failed: { title: t('Error'), message: t('Failed to submit loan application') },
    waiting: t(APPLICATION_WAITS),
    done: { title: t('Success'), message: t(APPLICATION_SUBMITTED) },
    onSent: onClose,
  })

  return (
    <>
      <FormDialog
        form={form}
        open={open}
        onClose={onClose}
        title={t('Apply for Loan')}
        submit={t('Submit application')}
        waits={t('The application, with its documents,')}
        description={rich(
          'Paid out in USDT after approval. For {minimum} USDT and more, up to {days, plural, one {# day} other {# days}}, <link>use the full application</link>.',
          {
            minimum: formatLimit(FULL_LOAN.minimum),
            days: Math.max(...FULL_LOAN.termDays),
            link: (inner) => (
              <Link to="/loan" className="font-medium text-info underline underline-offset-2">
                {inner}
              </Link>
            ),
          },
        )}
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
      <Field
        label={t('Loan amount')}
        aside={<bdi dir="ltr">{t('1 USD = 1 USDT')}</bdi>}
        error={form.error('amount')}
      >
        <AmountInput unit="USD" {...form.value('amount')} />
      </Field>
      <Field label={t('Purpose')} error={form.error('purpose')}>
        <Textarea
          rows={2}
          maxLength={500}
          placeholder={t('What the loan is for')}
          {...form.input('purpose')}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Field
          label={t('Duration')}
          aside={t('{minimum} to {maximum, plural, one {# day} other {# days}}', {
            minimum: termDaysMin,
            maximum: termDaysMax,
          })}
          error={form.error('duration')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            placeholder="30"
            className="num"
            trailing={t('days')}
            value={draft.duration}
            onChange={(event) =>
              change({ duration: plainDigits(event.target.value).replace(/\D/g, '') })
            }
          />
        </Field>
        <div className="grid grid-cols-5 gap-2">
          {TERMS.map((days) => (
            <button
              key={days}
              type="button"
              aria-label={daysText(Number(days))}
              aria-pressed={draft.duration === days}
              onClick={() => change({ duration: days })}
              className="num h-11 rounded-sm bg-surface-3 font-medium text-fg-2 text-xs transition-colors hover:text-fg aria-pressed:bg-accent-fill aria-pressed:text-on-accent md:h-8"
            >
              {days}
            </button>
          ))}
        </div>
      </div>
      <Field label={t('Monthly income')} error={form.error('monthlyIncome')} optional>
        <AmountInput unit="USD" {...form.value('monthlyIncome')} />
      </Field>
      <Field
        label={t('Supporting documents')}
        hint={t('PDF, DOC, DOCX, JPG or PNG.')}
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
        {risk.loans}{' '}
        {rich('By applying you accept the <link>loan agreement</link>.', {
          link: (inner) => (
            <button
              type="button"
              onClick={onAgreement}
              className="font-medium text-info underline underline-offset-2"
            >
              {inner}
            </button>
          ),
        })}
      </Notice>
    </>
  )
}
