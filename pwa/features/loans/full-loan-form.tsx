import { useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useKeptDraft } from '#pwa/hooks/use-kept-draft.ts'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { applyForLoan } from '#shared/contract/loans.ts'
import { describeRefusal } from '#shared/errors.ts'
import { risk } from '#shared/operator/risk.ts'
import { LOAN_RATES } from '#shared/rules/loans.ts'
import { msg, t } from '#shared/text/t.ts'
import { HOUR_MS, instantOf } from '#shared/time.ts'
import {
  EMPTY_LOAN,
  FIELD_OF,
  type FullLoanDraft,
  PHOTO_NAMES,
  partsOf,
  problemOf,
} from './full-loan-draft.ts'
import { LoanDetails, PersonalInformation, RequiredDocuments } from './full-loan-fields.tsx'
import { LoanLimitNote, limitProblem, useLoanLimit, WaitingApplicationNote } from './loan-limit.tsx'
import {
  APPLICATION_SUBMITTED,
  APPLICATION_WAITS,
  LoanAgreementDialog,
  RepaymentPreview,
} from './repayment-preview.tsx'

const FAILED = {
  title: msg('Submission Failed'),
  message: msg('Failed to submit loan application. Please try again.'),
} as const

/** The whole application with its documents. Source: docs/product.md, Loans. */
export function FullLoanForm({ onSubmitted }: { onSubmitted: () => void }) {
  const { data: user } = useOwnUser()
  const kept = useKeptDraft<FullLoanDraft>('loan', PHOTO_NAMES)
  const [readsAgreement, setReadsAgreement] = useState(false)
  const { submit } = useSubmit(applyForLoan)
  const limit = useLoanLimit()
  const nowMs = useServerNow(HOUR_MS)
  const form = useCommandForm({
    initial: {
      ...EMPTY_LOAN,
      fullName: user?.full_name ?? '',
      email: user?.email ?? '',
      phoneNumber: user?.phone ?? '',
    },
    kept,
    check: (tried) =>
      problemOf(tried, instantOf(nowMs).slice(0, 10)) ?? limitProblem(tried.amount, limit),
    fieldOf: FIELD_OF,
    send: (tried) => {
      const { values, photos } = partsOf(tried)
      const { termsAccepted } = tried
      const { monthlyIncome, ...required } = values
      const income = monthlyIncome === '' ? {} : { monthlyIncome }
      const interestRate = LOAN_RATES.interest
      return submit({
        body: { ...required, ...income, termsAccepted, interestRate },
        files: photos,
      })
    },
    failed: (failure) =>
      failure.code === 'file.unreadable'
        ? describeRefusal('loan.document_unknown')
        : problemOfFailure(failure, { title: t(FAILED.title), message: t(FAILED.message) }),
    waiting: t(APPLICATION_WAITS),
    done: { title: t('Application Submitted'), message: t(APPLICATION_SUBMITTED) },
    onSent: () => {
      form.reset()
      onSubmitted()
    },
  })
  const { draft } = form
  return (
    <form
      {...form.formProps}
      aria-label={t('Loan application')}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6"
    >
      <div className="flex flex-col gap-4">
        <WaitingApplicationNote limit={limit} />
        <PersonalInformation form={form} />
        <LoanDetails form={form} limit={limit} />
        <RequiredDocuments form={form} />
      </div>
      <Card title={t('Your repayment')} className="lg:sticky lg:top-24">
        <div className="flex flex-col gap-4">
          <LoanLimitNote limit={limit} />
          <RepaymentPreview amount={draft.amount} duration={draft.duration} />
          <Notice tone="warn">{risk.loans}</Notice>
          <div className="flex flex-col">
            <Checkbox
              label={t('I have read the loan agreement and accept its terms')}
              checked={draft.termsAccepted}
              onChange={({ target }) => form.change({ termsAccepted: target.checked })}
            />
            <button
              type="button"
              onClick={() => setReadsAgreement(true)}
              className="min-h-11 self-start ps-8 font-medium text-info text-sm underline underline-offset-2"
            >
              {t('Read the loan agreement')}
            </button>
          </div>
          <FormNotices form={form} waits={t('The application, with its images,')} />
          <Button
            {...form.submitProps}
            variant="primary"
            size="large"
            wide
            disabled={!draft.termsAccepted}
          >
            {t('Submit application')}
          </Button>
        </div>
      </Card>
      <LoanAgreementDialog open={readsAgreement} onClose={() => setReadsAgreement(false)} />
    </form>
  )
}
