import { Badge } from '#pwa/ui/badge.tsx'
import type { StakingPosition } from '#shared/contract/staking.ts'
import { progressOf, type StakeLabel } from './position.ts'

export function StakeBadge({ label }: { label: StakeLabel }) {
  const tones = { 'In Progress': 'info', Over: 'up', Pending: 'warn' } as const
  return <Badge tone={tones[label]}>{label}</Badge>
}

/** A native progress bar: it says its value to screen readers by itself. */
export function TermProgress({ position, nowMs }: { position: StakingPosition; nowMs: number }) {
  const percent = progressOf(position, nowMs)
  return (
    <span className="flex items-center gap-2">
      <progress
        max={100}
        value={percent}
        aria-label={`Term of ${position.duration} days`}
        className="h-1.5 w-24 @2xl:w-14 @3xl:w-24 overflow-hidden rounded-full bg-surface-3 [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent-fill"
      />
      <span className="num text-fg-3 text-xs">{percent}%</span>
    </span>
  )
}
