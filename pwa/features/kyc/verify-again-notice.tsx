import { Link } from 'react-router-dom'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { t, translated } from '#shared/text/t.ts'
import { useVerification } from './use-kyc.ts'

/** Above every page, from the review that asks for it until a new verification is approved. */
export function VerifyAgainNotice() {
  return useOwnUser().data?.must_verify_again === true && <Asked />
}

function Asked() {
  const { data } = useVerification()
  const isInReview = data?.status === 'pending'
  const reason = (data?.status === 'rejected' && data.rejection_reason) || data?.reopened?.reason
  return (
    <Notice tone="warn">
      <section
        aria-label={t('Verify your identity again')}
        className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between"
      >
        <div className="min-w-0">
          <p className="font-semibold text-fg">
            {isInReview ? t('Your new verification is in review') : t('Verify your identity again')}
          </p>
          <p>{t('Withdrawals and loans wait until your new verification is approved.')}</p>
          {!isInReview && reason && (
            <p className="wrap-anywhere mt-1">
              {t('Reason: {reason}', { reason: translated(reason) })}
            </p>
          )}
        </div>
        <Link
          to="/?open=verification"
          className={`${buttonClass({ variant: isInReview ? 'secondary' : 'primary' })} shrink-0`}
        >
          {isInReview ? t('Show') : t('Verify again')}
        </Link>
      </section>
    </Notice>
  )
}
