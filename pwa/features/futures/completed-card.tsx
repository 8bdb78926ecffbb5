import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { IconButton } from '#pwa/ui/icon-button.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { ProfitLoss, SideText } from './profit-loss.tsx'
import { ResultIcon } from './trade-status.tsx'

interface CompletedCardProps {
  trade: FuturesTrade
  onDetails: () => void
  onClose: () => void
}

/** Source: docs/product.md, Futures. */
const SHOWN_MS = 3_000

/** Goes by itself, but not while somebody points at it or has the focus in it. */
export function CompletedCard({ trade, onDetails, onClose }: CompletedCardProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const isVoid = trade.result === 'void'
  return (
    <article
      aria-label={`${isVoid ? 'Trade Voided' : 'Trade Completed'}: ${trade.symbol} ${trade.side}`}
      className="flex animate-pop-in items-start gap-3 rounded-md border border-line bg-surface-2 py-1 pr-1 pl-4 shadow-raised"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <ResultIcon trade={trade} className="mt-2.5 size-5" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-2">
        <p className="font-semibold text-fg text-sm">
          {isVoid ? 'Trade Voided' : 'Trade Completed'}
        </p>
        <p className="truncate text-fg-2 text-xs">
          {trade.symbol} <SideText side={trade.side} />
        </p>
        {isVoid ? (
          <p className="text-fg-2 text-sm">The stake is back in your balance.</p>
        ) : (
          <ProfitLoss amount={trade.profit_loss} className="font-semibold text-base" />
        )}
      </div>
      <div className="flex flex-col items-end">
        <IconButton label="Close" onClick={onClose}>
          <X className="size-4" />
        </IconButton>
        <Button variant="ghost" size="small" onClick={onDetails}>
          Details
        </Button>
      </div>
    </article>
  )
}
