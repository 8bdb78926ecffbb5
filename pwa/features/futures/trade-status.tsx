import { Badge } from '#pwa/ui/badge.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'

const KNOWN: readonly string[] = ['pending', 'completed', 'rejected']

/** Source: spec 1 §4 futures trade: any other word shows in blue. */
export function TradeStatus({ trade: { status, result } }: { trade: FuturesTrade }) {
  if (!KNOWN.includes(status)) return <Badge tone="info">{status}</Badge>
  if (result === 'void') return <StatusBadge status={status} label="Rejected: void" />
  return <StatusBadge status={status} />
}

export const RESULT_WORDS = { win: 'Won', loss: 'Lost', tie: 'Tie', void: 'Void' } as const
