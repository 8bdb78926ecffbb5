import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'info' | 'up' | 'down' | 'warn'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-xs',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

/** How much waits behind a button or an entry of a menu. */
export function CountBadge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'num rounded-full bg-accent/12 px-1.5 py-0.5 font-semibold text-accent text-xs',
        className,
      )}
    >
      {children}
    </span>
  )
}

const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-surface-3 text-fg-2',
  accent: 'border-accent/40 bg-accent/10 text-accent',
  info: 'border-info/40 bg-info/10 text-info',
  up: 'border-up/40 bg-up/10 text-up',
  down: 'border-down/40 bg-down/10 text-down',
  warn: 'border-warn/40 bg-warn/10 text-warn',
}

/** A status in its colour; neutral if it has none. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const tone = STATUS_TONES[status] ?? 'neutral'
  return <Badge tone={tone}>{label ?? spelled(status)}</Badge>
}

const STATUS_TONES: Record<string, Tone> = {
  pending: 'warn',
  pending_approval: 'warn',
  waiting: 'info',
  opening: 'info',
  approved: 'up',
  executed: 'up',
  completed: 'up',
  active: 'up',
  paid: 'up',
  won: 'up',
  rejected: 'down',
  refused: 'down',
  failed: 'down',
  overdue: 'down',
  lost: 'down',
}

function spelled(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
