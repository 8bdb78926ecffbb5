import { RequestHistoryDialog } from '#pwa/reviews/request-history-dialog.tsx'
import type { RequestsDialogProps } from '#pwa/reviews/request-kind.ts'
import { DEPOSITS } from './deposit-kind.tsx'

/** Decided deposit requests. */
export function DepositHistoryDialog(props: RequestsDialogProps) {
  return <RequestHistoryDialog kind={DEPOSITS} {...props} />
}
