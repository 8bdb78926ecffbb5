import type { RequestsDialogProps } from '#pwa/features/request-review/request-kind.ts'
import { RequestsDialog } from '#pwa/features/request-review/requests-dialog.tsx'
import { DEPOSITS } from './deposit-kind.tsx'

/** The deposit requests that wait. */
export function DepositRequestsDialog(props: RequestsDialogProps) {
  return <RequestsDialog kind={DEPOSITS} {...props} />
}
