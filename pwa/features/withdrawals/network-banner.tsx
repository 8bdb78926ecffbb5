import { TriangleAlert } from 'lucide-react'
import type { WithdrawalCoin } from '#shared/rules/withdrawals.ts'

/** The network stands large, because a wrong one loses the money. */
export function NetworkBanner({ coin }: { coin: WithdrawalCoin }) {
  return (
    <div className="overflow-hidden rounded-md border border-warn/40">
      <p className="px-4 py-3 text-center">
        <span className="block text-fg-3 text-xs">Network</span>
        <span className="font-semibold text-2xl text-fg">{coin.networkLabel}</span>
      </p>
      <p className="flex items-start gap-2.5 bg-warn/8 px-4 py-2.5 text-fg-2 text-sm">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>
          The receiving wallet must take {coin.symbol} on {coin.networkLabel}. What is sent to
          another network is lost.
        </span>
      </p>
    </div>
  )
}
