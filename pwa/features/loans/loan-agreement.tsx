import { Dialog } from '#pwa/ui/dialog.tsx'
import { loanAgreement } from '#shared/rules/loans.ts'

interface LoanAgreementDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function LoanAgreementDialog({ open, onOpenChange }: LoanAgreementDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Loan Agreement">
      <LoanAgreement />
    </Dialog>
  )
}

/** The text with the figures that loans are computed by. */
export function LoanAgreement() {
  return (
    <div className="flex flex-col gap-5">
      {loanAgreement().map(({ title, paragraphs }, index) => (
        <section key={title} className="flex flex-col gap-1.5">
          <h3 className="font-semibold text-fg text-sm">
            {index + 1}. {title}
          </h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-fg-2 text-sm">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}
