import { Link } from 'react-router-dom'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { describeRefusal } from '#shared/errors.ts'

/** Whether staff have disabled the signed-in user. */
export function useIsDisabled(): boolean {
  return useOwnUser().data?.is_active === false
}

export function DisabledNotice() {
  return (
    <Notice tone="warn">
      <strong className="block font-semibold text-fg">
        {describeRefusal('account.disabled').message}
      </strong>
      You can read, repay a loan and write to us. Do not send coins to an address that you saw here.{' '}
      <Link to="/support" className="font-medium text-info underline underline-offset-2">
        Contact support
      </Link>
    </Notice>
  )
}
