import { useState } from 'react'
import { Link } from 'react-router-dom'
import { FormFooter } from '#pwa/components/form-footer.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { submitLoan } from '#shared/contract/loans.ts'
import { LOAN_RATES } from '#shared/rules/loans.ts'
import { LoanAgreementDialog } from './loan-agreement.tsx'
import { APPLICATION_FAILED, APPLICATION_SUBMITTED, APPLICATION_WAITS } from './loan-texts.ts'
import { EMPTY_DRAFT, FIELD_OF, problemOf } from './quick-loan-draft.ts'
import { QuickLoanForm } from './quick-loan-form.tsx'

interface LoanApplicationDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The application of the home page. Source: docs/product.md, Loans. */
export function LoanApplicationDialog({ open, onOpenChange }: LoanApplicationDialogProps) {
  const [readsAgreement, setReadsAgreement] = useState(false)
  const { submit } = useSubmit(submitLoan)
  const form = useCommandForm({
    initial: EMPTY_DRAFT,
    check: problemOf,
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
    onOpenChange(false)
    form.reset()
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
        locked={form.isBusy}
        footer={<FormFooter form={form} submit="Submit application" onBack={close} />}
      >
        <QuickLoanForm form={form} onAgreement={() => setReadsAgreement(true)} />
      </Dialog>
      <LoanAgreementDialog open={readsAgreement} onOpenChange={setReadsAgreement} />
    </>
  )
}
