import type { RequestsDialogProps } from '#pwa/reviews/request-kind.ts'
import { RequestsDialog } from '#pwa/reviews/requests-dialog.tsx'
import { WITHDRAWALS } from './withdrawal-kind.tsx'

/** The withdraw requests that wait. */
export function WithdrawalRequestsDialog(props: RequestsDialogProps) {
  return <RequestsDialog kind={WITHDRAWALS} {...props} />
}
