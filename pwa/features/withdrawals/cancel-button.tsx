import { useState } from 'react'
import { CancelWithdrawalDialog } from '#pwa/features/withdrawals/cancel-withdrawal-dialog.tsx'
import { useUnsentWithdrawalCancellations } from '#pwa/features/withdrawals/use-withdrawals.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { TransactionEntry } from '#shared/contract/transactions.ts'

/** Takes a withdrawal back that nobody has decided on yet. */
export function CancelButton({ entry }: { entry: TransactionEntry }) {
  const [asks, setAsks] = useState(false)
  const isCancelling = useUnsentWithdrawalCancellations().has(entry.id)
  return (
    <>
      <Button size="small" disabled={isCancelling} onClick={() => setAsks(true)}>
        {isCancelling ? 'Cancelling…' : 'Cancel'}
      </Button>
      <CancelWithdrawalDialog request={asks ? entry : undefined} onClose={() => setAsks(false)} />
    </>
  )
}
