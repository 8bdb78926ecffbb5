import { AgreementSections } from '#pwa/ui/agreement-sections.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { loanAgreement } from '#shared/rules/loans.ts'

interface LoanAgreementDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The text with the figures that loans are computed by. */
export function LoanAgreementDialog({ open, onOpenChange }: LoanAgreementDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Loan Agreement">
      <AgreementSections sections={loanAgreement()} open="all" />
    </Dialog>
  )
}
