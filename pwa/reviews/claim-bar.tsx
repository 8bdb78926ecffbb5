import { Lock, LockOpen } from 'lucide-react'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { ReviewClaim } from '#shared/contract/review-desk.ts'
import { formatTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

interface ClaimBarProps {
  claim: ReviewClaim | null
  /** Whether this reviewer can decide on the case, and so claim it. */
  mayClaim: boolean
  isBusy: boolean
  onPress: () => void
}

/** Who is working on the case; one button claims it, releases it, or takes it over. */
export function ClaimBar({ claim, mayClaim, isBusy, onPress }: ClaimBarProps) {
  if (claim === null && !mayClaim) return null
  const isOthers = claim !== null && !claim.is_mine
  const Icon = claim ? Lock : LockOpen
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-13 items-center justify-between gap-3 rounded-md border px-3 py-1 text-sm',
        isOthers ? 'border-warn/40 bg-warn/8' : 'border-line bg-surface-2',
      )}
    >
      <span className="flex min-w-0 items-center gap-2 text-fg-2">
        <Icon
          aria-hidden="true"
          className={classNames('size-4 shrink-0', isOthers ? 'text-warn' : 'text-fg-3')}
        />
        <span className="wrap-anywhere">{claimNote(claim)}</span>
      </span>
      {(mayClaim || claim?.is_mine) && (
        <Button
          size="small"
          variant={claim ? 'outline' : 'secondary'}
          busy={isBusy}
          onClick={onPress}
        >
          {actOn(claim)}
        </Button>
      )}
    </div>
  )
}

function claimNote(claim: ReviewClaim | null): string {
  if (claim === null) return t('Not claimed yet.')
  const time = formatTime(claim.since)
  return claim.is_mine
    ? t('You have been working on this since {time}.', { time })
    : t('{name} has been working on this since {time}.', { name: claim.name, time })
}

function actOn(claim: ReviewClaim | null): string {
  if (claim === null) return t('Claim')
  return claim.is_mine ? t('Give up claim') : t('Take over')
}
