import { Money } from '#pwa/ui/money.tsx'
import { formatDateTime, shortenAddress } from '#shared/format.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { usePendingWithdrawals } from './use-withdrawals.ts'

/** Requests that wait for review; nothing where there are none. */
export function PendingWithdrawals() {
  const pending = usePendingWithdrawals()
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
            <CancelWithdrawal request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
