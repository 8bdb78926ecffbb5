import { Notice } from '#pwa/ui/notice.tsx'
import { SIGN_IN_CHANGED_MS } from '#shared/rules/second-approval.ts'
import { t } from '#shared/text/t.ts'
import { DAY_MS } from '#shared/time.ts'

/** Says to staff who change how a user signs in what this means for their own approvals. */
export function ReleasedAloneNotice() {
  return (
    <Notice>
      {t(
        'For {days, plural, one {# day} other {# days}}, you cannot approve withdrawals of this user alone: a second person must approve each of them too, unless second approvals are turned off.',
        { days: SIGN_IN_CHANGED_MS / DAY_MS },
      )}
    </Notice>
  )
}
