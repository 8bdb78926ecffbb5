import { OwnPasswordForm } from '#pwa/features/account/own-password-form.tsx'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'

/** All that is offered while a password stands that staff chose. */
export function OwnPasswordPage() {
  return (
    <AuthFrame
      title={t('Choose your own password')}
      lead={t(
        'Our staff set your current password, so they know it. Choose one that only you know. Nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}} after that.',
        { hours: WITHDRAWAL_HOLD_HOURS },
      )}
    >
      <OwnPasswordForm />
    </AuthFrame>
  )
}
