import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { formatDateTime } from '#shared/format.ts'
import { isFullyVerified, KYC_WORDS, nameOf } from './user-facts.ts'

/** How a user signs in, never with which password. */
export function AuthDetails({ user }: { user: AdminUser }) {
  const hasPassword = user.password_encrypted_at !== null
  return (
    <section
      aria-label={`Auth details of ${nameOf(user)}, ${user.display_id}`}
      className="flex flex-col gap-3"
    >
      <Field
        label="Password"
        hint="Kept as a hash that nobody can read back. It can only be changed."
      >
        <TextInput readOnly value={hasPassword ? '••••••••' : 'Not set'} />
      </Field>
      <SummaryList
        rows={[
          { label: 'Password status', value: hasPassword ? 'Stored encrypted' : 'Not set' },
          { label: 'Stored', value: dateOr(user.password_encrypted_at, 'Never') },
          { label: 'Updated', value: dateOr(user.password_last_updated, 'Never') },
          { label: 'Last sign-in', value: dateOr(user.last_sign_in_at, 'Never') },
          { label: 'Provider', value: user.app_metadata.provider },
          { label: 'Email confirmed', value: dateOr(user.email_confirmed_at, 'No') },
          { label: 'KYC status', value: KYC_WORDS[user.kyc_status] },
          { label: 'Fully verified', value: isFullyVerified(user) ? 'Yes' : 'No' },
          { label: 'Active loans', value: user.active_loans_count },
          { label: 'Active staking', value: user.active_staking_count },
          { label: 'User ID', value: <span className="wrap-anywhere">{user.id}</span> },
        ]}
      />
      <CopyButton text={user.id} label="Copy user ID" />
    </section>
  )
}

function dateOr(instant: string | null, otherwise: string) {
  return instant ? <span className="num">{formatDateTime(instant)}</span> : otherwise
}
