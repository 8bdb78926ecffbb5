import { useState } from 'react'
import { Link } from 'react-router-dom'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { LOAN_RATES } from '#shared/rules/loans.ts'
import { LoanAgreementDialog } from './loan-agreement.tsx'
import type { Problem } from './loan-files.ts'
import { APPLICATION_FAILED, APPLICATION_SUBMITTED, APPLICATION_WAITS } from './loan-texts.ts'
import { EMPTY_DRAFT, problemOf } from './quick-loan-draft.ts'
import { QuickLoanForm } from './quick-loan-form.tsx'
import { useSubmitLoan } from './use-loans.ts'

interface LoanApplicationDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The application of the home page. */
export function LoanApplicationDialog({ open, onOpenChange }: LoanApplicationDialogProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [problem, setProblem] = useState<Problem>()
  const [readsAgreement, setReadsAgreement] = useState(false)
  const { submit, isSubmitting } = useSubmitLoan()
  const { isOnline } = useConnection()
  const showToast = useToasts((state) => state.show)

  function close() {
    onOpenChange(false)
    setDraft(EMPTY_DRAFT)
    setProblem(undefined)
  }

  async function send() {
    const found = problemOf(draft)
    setProblem(found)
    if (found) return
    const { amount, purpose, duration, monthlyIncome, documents } = draft
    const result = await submit({
      body: {
        amount,
        purpose: purpose.trim(),
        duration,
        ...(monthlyIncome === '' ? {} : { monthly_income: monthlyIncome }),
        interest_rate: LOAN_RATES.interest,
      },
      files: { documents },
    })
    if (result.state === 'refused') {
      return setProblem(failureText(result.failure, APPLICATION_FAILED))
    }
    showToast(result.state === 'waiting' ? APPLICATION_WAITS : APPLICATION_SUBMITTED)
    close()
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? onOpenChange(true) : close())}
        title="Apply for Loan"
        description={
          <>
            Paid out in USDT after approval. For 1,000 USDT and more, up to 180 days,{' '}
            <Link to="/loan" className="font-medium text-info underline underline-offset-2">
              use the full application
            </Link>
            .
          </>
        }
        locked={isSubmitting}
        footer={
          <>
            <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="primary"
              className="flex-1 md:flex-none"
              busy={isSubmitting}
              onClick={() => void send()}
            >
              Submit application
            </Button>
          </>
        }
      >
        <QuickLoanForm
          draft={draft}
          onChange={(next) => {
            setDraft(next)
            setProblem(undefined)
          }}
          problem={problem}
          isOffline={!isOnline}
          onAgreement={() => setReadsAgreement(true)}
        />
      </Dialog>
      <LoanAgreementDialog open={readsAgreement} onOpenChange={setReadsAgreement} />
    </>
  )
}
