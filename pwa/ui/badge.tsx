import type { ReactNode } from 'react'
import { msg, t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'danger' | 'warn' | 'up' | 'down'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-xs @2xl:@max-4xl:whitespace-normal @2xl:@max-4xl:rounded-lg @2xl:@max-4xl:text-start',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

/** How much waits behind a button or an entry of a menu. Opaque: a tint cannot be read on a button. */
export function CountBadge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'num rounded-full border border-accent/40 bg-surface px-1.5 font-semibold text-accent text-xs',
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
  success: 'border-success/40 bg-success/10 text-success',
  danger: 'border-danger/40 bg-danger/10 text-danger',
  up: 'border-up/40 bg-up/10 text-up',
  down: 'border-down/40 bg-down/10 text-down',
  warn: 'border-warn/40 bg-warn/10 text-warn',
}

/** A status in its colour and words. One that this version does not know is spelled out. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const [tone, words] = STATUSES[status] ?? ['neutral', spelled(status)]
  return <Badge tone={tone}>{label ?? t(words, { status })}</Badge>
}

const STATUSES: Readonly<Record<string, readonly [tone: Tone, words: string]>> = {
  pending: ['warn', msg('Pending')],
  pending_approval: ['warn', msg('Pending approval')],
  waiting: ['info', msg('Waiting')],
  opening: ['info', msg('Opening')],
  approved: ['success', msg('Approved')],
  applied: ['neutral', msg('{status, select, applied {Applied} other {Applied}}')],
  executed: ['success', msg('Executed')],
  filled: ['neutral', msg('Filled')],
  completed: ['success', msg('Completed')],
  active: ['success', msg('Active')],
  open: ['neutral', msg('{status, select, open {Open} other {Closed}}')],
  closed: ['neutral', msg('{status, select, open {Open} other {Closed}}')],
  paid: ['success', msg('Paid')],
  won: ['up', msg('Won')],
  rejected: ['danger', msg('Rejected')],
  refused: ['danger', msg('Refused')],
  failed: ['danger', msg('Failed')],
  overdue: ['danger', msg('Overdue')],
  lost: ['down', msg('Lost')],
  cancelled: ['neutral', msg('Cancelled')],
  due_soon: ['neutral', msg('Due soon')],
  not_submitted: ['neutral', msg('Not submitted')],
  requested: ['neutral', msg('{status, select, requested {Requested} other {Requested}}')],
  reset: ['neutral', msg('{status, select, reset {Reset} other {Reset}}')],
  reopened: ['neutral', msg('Reopened')],
  dropped: ['neutral', msg('Rejected')],
  tie: ['neutral', msg('Tie')],
  void: ['neutral', msg('Void')],
  voided: ['neutral', msg('Void')],
}

function spelled(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
