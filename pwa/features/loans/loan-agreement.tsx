import { AgreementSections } from '#pwa/ui/agreement-sections.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { loanAgreement } from '#shared/rules/loans.ts'

/** The text with the figures that loans are computed by. */
export function LoanAgreementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Loan Agreement">
      <AgreementSections sections={loanAgreement()} open="all" />
    </Dialog>
  )
}
