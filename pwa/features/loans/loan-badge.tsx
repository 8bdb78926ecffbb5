import { Badge, type Tone } from '#pwa/ui/badge.tsx'
import type { LoanLabel } from './loan-standing.ts'

export function LoanBadge({ label }: { label: LoanLabel }) {
  const [text, tone] = BADGES[label]
  return <Badge tone={tone}>{text}</Badge>
}

const BADGES: Readonly<Record<LoanLabel, readonly [text: string, tone: Tone]>> = {
  pending: ['Pending', 'warn'],
  rejected: ['Rejected', 'down'],
  active: ['Active', 'info'],
  due_soon: ['Due soon', 'warn'],
  overdue: ['Overdue', 'down'],
  paid: ['Paid', 'up'],
}
