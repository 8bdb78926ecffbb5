import { RequestHistoryDialog } from '#pwa/reviews/request-history-dialog.tsx'
import type { RequestsDialogProps } from '#pwa/reviews/request-kind.ts'
import { WITHDRAWALS } from './withdrawal-kind.tsx'

/** Decided withdraw requests. */
export function WithdrawalHistoryDialog(props: RequestsDialogProps) {
  return <RequestHistoryDialog kind={WITHDRAWALS} {...props} />
}
