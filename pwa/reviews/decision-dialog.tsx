import { ReviewAdjustmentDialog } from '#pwa/features/adjustments/review-adjustment-dialog.tsx'
import { ReviewDepositDialog } from '#pwa/features/deposits/review-deposit-dialog.tsx'
import { ApproveKycDialog } from '#pwa/features/kyc/approve-kyc-dialog.tsx'
import { RejectKycDialog } from '#pwa/features/kyc/reject-kyc-dialog.tsx'
import { ApproveLoanDialog } from '#pwa/features/loans/approve-loan-dialog.tsx'
import { RejectLoanDialog } from '#pwa/features/loans/reject-loan-dialog.tsx'
import { ReviewOrderDialog } from '#pwa/features/spot-orders/review-order-dialog.tsx'
import { ReviewWithdrawalDialog } from '#pwa/features/withdrawals/review-withdrawal-dialog.tsx'
import type { ReviewSubject } from '#shared/contract/review-desk.ts'

interface DecisionDialogProps {
  subject: ReviewSubject
  action: 'approve' | 'reject'
  onClose: () => void
}

/** The dialog of the feature that the case belongs to: there is one way to decide. */
export function DecisionDialog({ subject, action, onClose }: DecisionDialogProps) {
  switch (subject.kind) {
    case 'deposit':
      return <ReviewDepositDialog request={subject.request} action={action} onClose={onClose} />
    case 'withdrawal':
      return <ReviewWithdrawalDialog request={subject.request} action={action} onClose={onClose} />
    case 'spot-order':
      return <ReviewOrderDialog order={subject.order} action={action} onClose={onClose} />
    case 'kyc': {
      const KycDialog = action === 'approve' ? ApproveKycDialog : RejectKycDialog
      return <KycDialog request={subject.request} onClose={onClose} onDone={onClose} />
    }
    case 'adjustment':
      return (
        subject.adjustment && (
          <ReviewAdjustmentDialog
            adjustment={subject.adjustment}
            action={action}
            onClose={onClose}
          />
        )
      )
    case 'loan': {
      const LoanDialog = action === 'approve' ? ApproveLoanDialog : RejectLoanDialog
      return <LoanDialog loan={subject.request} onClose={onClose} />
    }
  }
}
