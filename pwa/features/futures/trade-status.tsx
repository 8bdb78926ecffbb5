import { CircleArrowDown, CircleArrowUp, CircleEqual, CircleSlash } from 'lucide-react'
import { Badge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'

const KNOWN: readonly string[] = ['pending', 'completed', 'rejected']

/** Any other status is shown in blue. */
export function TradeStatus({ trade: { status, result } }: { trade: FuturesTrade }) {
  if (!KNOWN.includes(status)) return <Badge tone="info">{status}</Badge>
  if (result === 'void') return <StatusBadge status={status} label="Rejected: void" />
  return <StatusBadge status={status} />
}

export const RESULT_WORDS = { win: 'Won', loss: 'Lost', tie: 'Tie', void: 'Void' } as const

const ICONS = {
  win: [CircleArrowUp, 'text-up'],
  loss: [CircleArrowDown, 'text-down'],
  tie: [CircleEqual, 'text-fg-2'],
  void: [CircleSlash, 'text-fg-3'],
} as const

/** Stands beside the words that say the same. */
export function ResultIcon({ trade, className }: { trade: FuturesTrade; className: string }) {
  if (!trade.result) return null
  const [Icon, tone] = ICONS[trade.result]
  return <Icon aria-hidden="true" className={classNames('shrink-0', tone, className)} />
}
