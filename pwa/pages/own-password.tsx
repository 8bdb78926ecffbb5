import { OwnPasswordForm } from '#pwa/features/account/own-password-form.tsx'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'

/** All that is offered while a password stands that staff chose. */
export function OwnPasswordPage() {
  return (
    <AuthFrame
      title="Choose your own password"
      lead={`Our staff set your password, so they know it. Choose one that only you know. Nothing can be withdrawn for ${WITHDRAWAL_HOLD_HOURS} hours after that.`}
    >
      <OwnPasswordForm />
    </AuthFrame>
  )
}
