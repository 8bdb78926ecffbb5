import { OwnPasswordForm } from '#pwa/features/account/own-password-form.tsx'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'

/** All that is offered while a password stands that staff chose. */
export function OwnPasswordPage() {
  return (
    <AuthFrame
      title="Choose your own password"
      lead="Our staff set your password, so they know it. Choose one that only you know."
    >
      <OwnPasswordForm />
    </AuthFrame>
  )
}
