import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useOwnUser } from '#pwa/hooks/use-own-user.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { describeRefusal } from '#shared/errors.ts'
import { operator } from '#shared/operator.ts'
import { LOAN_RATES } from '#shared/rules/loans.ts'
import { HOUR_MS, instantOf } from '#shared/time.ts'
import { type FormProblem, type FullLoanValues, problemOf, trimmed } from './full-loan-draft.ts'
import { LoanDetails, PersonalInformation, RequiredDocuments } from './full-loan-fields.tsx'
import { LoanAgreementDialog } from './loan-agreement.tsx'
import { APPLICATION_SUBMITTED, APPLICATION_WAITS } from './loan-texts.ts'
import { RepaymentPreview } from './repayment-preview.tsx'
import { useLoanDraft } from './use-loan-draft.ts'
import { useApplyForLoan } from './use-loans.ts'

const FAILED = {
  title: 'Submission Failed',
  message: 'Failed to submit loan application. Please try again.',
} as const

const NO_ERRORS: FormProblem['fields'] = {}

/** The whole application with its documents. */
export function FullLoanForm({ onSubmitted }: { onSubmitted: () => void }) {
  const { data: user } = useOwnUser()
  const { changes, photos, isRead, change, changePhoto, clear } = useLoanDraft()
  const [termsAccepted, setTermsAccepted] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  const [readsAgreement, setReadsAgreement] = useState(false)
  const { submit, isSubmitting } = useApplyForLoan()
  const { isOnline } = useConnection()
  const nowMs = useServerNow(HOUR_MS)
  const showToast = useToasts((state) => state.show)
  const form = useRef<HTMLFormElement>(null)
  // What is wrong may lie a screen above the button that found it.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const values: FullLoanValues = {
    fullName: user?.full_name ?? '',
    email: user?.email ?? '',
    phoneNumber: user?.phone ?? '',
    dateOfBirth: '',
    amount: '',
    purpose: '',
    duration: '',
    monthlyIncome: '',
    ...changes,
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting) return
    const today = instantOf(nowMs).slice(0, 10)
    const found = problemOf({ values, photos, termsAccepted, today })
    setProblem(found)
    if (found) return
    const { monthlyIncome, ...required } = trimmed(values)
    const result = await submit({
      body: {
        ...required,
        ...(monthlyIncome === '' ? {} : { monthlyIncome }),
        termsAccepted,
        interestRate: LOAN_RATES.interest,
      },
      files: photos,
    })
    if (result.state === 'refused') {
      const { failure } = result
      const { title, message } =
        failure.code === 'file.unreadable'
          ? describeRefusal('loan.document_unknown')
          : failureText(failure, FAILED)
      setProblem({ title, message, fields: {} })
      return showToast({ title, message, tone: 'error' })
    }
    showToast(
      result.state === 'waiting'
        ? APPLICATION_WAITS
        : { ...APPLICATION_SUBMITTED, title: 'Application Submitted' },
    )
    await clear()
    onSubmitted()
  }

  function edit(part: Partial<FullLoanValues>) {
    change(part)
    setProblem(undefined)
  }

  const errors = problem?.fields ?? NO_ERRORS
  return (
    <form
      ref={form}
      noValidate
      aria-label="Loan application"
      // Until the draft is here nothing can be typed that it would overwrite.
      inert={!isRead}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6"
      onSubmit={(event) => void send(event)}
    >
      <div className="flex flex-col gap-4">
        <PersonalInformation values={values} errors={errors} onChange={edit} />
        <LoanDetails values={values} errors={errors} onChange={edit} />
        <RequiredDocuments
          photos={photos}
          errors={errors}
          onPhoto={(name, file) => {
            changePhoto(name, file)
            setProblem(undefined)
          }}
        />
      </div>
      <Card title="Your repayment" className="lg:sticky lg:top-24">
        <div className="flex flex-col gap-4">
          <RepaymentPreview amount={values.amount} duration={values.duration} />
          <Notice tone="warn">{operator.risk.loans}</Notice>
          <div className="flex flex-col">
            <Checkbox
              label="I have read the loan agreement and accept its terms"
              checked={termsAccepted}
              onChange={(event) => {
                setTermsAccepted(event.target.checked)
                setProblem(undefined)
              }}
            />
            <button
              type="button"
              onClick={() => setReadsAgreement(true)}
              className="min-h-11 self-start pl-8 font-medium text-info text-sm underline underline-offset-2"
            >
              Read the loan agreement
            </button>
          </div>
          <ProblemNotice problem={problem} />
          {!isOnline && (
            <Notice>
              You are offline. The application is kept on this device with its images and sent by
              itself; its term begins then.
            </Notice>
          )}
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={isSubmitting}
            disabled={!termsAccepted}
          >
            Submit application
          </Button>
        </div>
      </Card>
      <LoanAgreementDialog open={readsAgreement} onOpenChange={setReadsAgreement} />
    </form>
  )
}
