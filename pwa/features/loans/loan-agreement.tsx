import { ChevronDown } from 'lucide-react'
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

/** The text with the figures that loans are computed by, each section open until it is folded. */
export function LoanAgreement() {
  return (
    <div className="flex flex-col divide-y divide-line">
      {loanAgreement().map(({ title, paragraphs }, index) => (
        <details key={title} open className="group py-1">
          <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-sm font-semibold text-fg text-sm [&::-webkit-details-marker]:hidden">
            {index + 1}. {title}
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-fg-3 transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="flex flex-col gap-2 pb-3">
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-fg-2 text-sm">
                {paragraph}
              </p>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
