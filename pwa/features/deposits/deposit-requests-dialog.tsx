import type { RequestsDialogProps } from '#pwa/reviews/request-kind.ts'
import { RequestsDialog } from '#pwa/reviews/requests-dialog.tsx'
import { DEPOSITS } from './deposit-kind.tsx'

/** The deposit requests that wait. */
export function DepositRequestsDialog(props: RequestsDialogProps) {
  return <RequestsDialog kind={DEPOSITS} {...props} />
}
