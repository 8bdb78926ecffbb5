import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { WithdrawRequest } from '#shared/contract/withdrawals.ts'
import { formatDateTime, shortenAddress } from '#shared/format.ts'
import { CancelWithdrawalDialog } from './cancel-withdrawal-dialog.tsx'
import { usePendingWithdrawals, useUnsentWithdrawalCancellations } from './use-withdrawals.ts'

/** What waits for a reviewer already, to be taken back; nothing where nothing does. */
export function PendingWithdrawals() {
  const pending = usePendingWithdrawals()
  const cancelling = useUnsentWithdrawalCancellations()
  const [asked, setAsked] = useState<WithdrawRequest>()
  if (!pending.data?.length) return null
  return (
    <section aria-label="Pending withdrawals" className="flex flex-col gap-1">
      <h3 className="font-semibold text-fg-2 text-sm">Pending withdrawals</h3>
      <ul>
        {pending.data.map((request) => (
          <li
            key={request.id}
            className="flex items-center justify-between gap-3 border-line border-b py-2.5 last:border-b-0"
          >
            <div className="min-w-0">
              <Money
                amount={request.amount}
                symbol={request.symbol}
                className="font-medium text-fg"
              />
              <p className="truncate text-fg-3 text-xs">
                To {shortenAddress(request.wallet_address)} · {formatDateTime(request.submitted_at)}
              </p>
            </div>
            <Button
              size="small"
              disabled={cancelling.has(request.id)}
              aria-label={`Cancel the withdrawal of ${request.amount} ${request.symbol}`}
              onClick={() => setAsked(request)}
            >
              {cancelling.has(request.id) ? 'Cancelling…' : 'Cancel'}
            </Button>
          </li>
        ))}
      </ul>
      <CancelWithdrawalDialog request={asked} onClose={() => setAsked(undefined)} />
    </section>
  )
}
