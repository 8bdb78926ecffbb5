import { Notice } from '#pwa/ui/notice.tsx'
import { formatDateTime } from '#shared/format.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawals.ts'
import type { Instant } from '#shared/time.ts'

/** Said before anything is filled in: nothing can be withdrawn now, why, and from when on again. */
export function HoldNotice({ endsAt }: { endsAt: Instant }) {
  return (
    <Notice tone="warn">
      <strong className="block font-semibold text-fg">
        Withdrawals are on hold until {formatDateTime(endsAt)}
      </strong>
      Your password or second factor was changed. To protect you, nothing can be withdrawn for{' '}
      {WITHDRAWAL_HOLD_HOURS} hours after that. If it was not you, contact support at once.
    </Notice>
  )
}
