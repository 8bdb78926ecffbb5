import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { msg, t } from '#shared/text/t.ts'

/** What happened just before, stored in the navigation state, so that a reload shows it again. */
export type LoginNews =
  | { readonly kind: 'signed-up'; readonly email: string }
  | { readonly kind: 'confirmed'; readonly email: string }
  | { readonly kind: 'password-set' }
  | { readonly kind: 'share-refused' }

/** Also a reset link that was opened while another user was signed in. */
export type LoginState = LoginNews | { readonly kind: 'reset'; readonly token: string }

export function LoginNotice({ news }: { news: LoginNews }) {
  return (
    <div role="status">
      <Notice>
        {news.kind === 'signed-up'
          ? rich(
              'We have sent an email to {email}. Please check your email and confirm your account.',
              {
                email: (
                  <strong className="wrap-anywhere text-fg">
                    <bdi>{news.email}</bdi>
                  </strong>
                ),
              },
            )
          : t(TEXTS[news.kind])}
      </Notice>
    </div>
  )
}

const TEXTS = {
  confirmed: msg('Your email is confirmed. You can log in.'),
  'password-set': msg('Password updated successfully! You can now login with your new password.'),
  'share-refused': msg('Log in, then share the screenshot again. It was not saved.'),
} as const
