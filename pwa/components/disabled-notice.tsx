import { Link } from 'react-router-dom'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { describeRefusal } from '#shared/errors.ts'
import { t } from '#shared/text/t.ts'

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
      {t(
        'You can still view your account, repay a loan and contact support. Do not send coins to a deposit address that you saw here.',
      )}{' '}
      <Link to="/support" className="font-medium text-info underline underline-offset-2">
        {t('Contact support')}
      </Link>
    </Notice>
  )
}
