import { Badge, type Tone } from './badge.tsx'

/** The colour of a state word. A word that is not listed shows in neutral, as it is. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const tone = TONES[status] ?? 'neutral'
  return <Badge tone={tone}>{label ?? spelled(status)}</Badge>
}

const TONES: Record<string, Tone> = {
  pending: 'warn',
  pending_approval: 'warn',
  waiting: 'info',
  approved: 'up',
  executed: 'up',
  completed: 'up',
  active: 'up',
  paid: 'up',
  rejected: 'down',
  refused: 'down',
  failed: 'down',
  overdue: 'down',
}

function spelled(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
