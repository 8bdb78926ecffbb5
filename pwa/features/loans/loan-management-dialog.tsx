import { Dialog } from '#pwa/ui/dialog.tsx'
import { LoanManagement } from './loan-management.tsx'

interface LoanManagementDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function LoanManagementDialog({ open, onOpenChange }: LoanManagementDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Loan Management" size="large">
      <LoanManagement />
    </Dialog>
  )
}
