import { Notice } from '#pwa/ui/notice.tsx'

/** What happened just before: travels with the navigation, so that a reload repeats it. */
export type LoginNews =
  | { readonly kind: 'signed-up'; readonly email: string }
  | { readonly kind: 'password-set' }

export function LoginNotice({ news }: { news: LoginNews }) {
  return (
    <div role="status">
      <Notice>
        {news.kind === 'signed-up' ? (
          <>
            We have sent a mail to <strong className="wrap-anywhere text-fg">{news.email}</strong>.
            Please check your email and confirm your account.
          </>
        ) : (
          'Password updated successfully! You can now login with your new password.'
        )}
      </Notice>
    </div>
  )
}
