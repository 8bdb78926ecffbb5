import { Notice } from '#pwa/ui/notice.tsx'

/** What happened just before: travels with the navigation, so that a reload repeats it. */
export type LoginNews =
  | { readonly kind: 'signed-up'; readonly email: string }
  | { readonly kind: 'password-set' }
  | { readonly kind: 'share-refused' }

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
          TEXTS[news.kind]
        )}
      </Notice>
    </div>
  )
}

const TEXTS = {
  'password-set': 'Password updated successfully! You can now login with your new password.',
  'share-refused': 'Log in, then share the screenshot again. It was not kept.',
} as const
