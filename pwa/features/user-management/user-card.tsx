import { Settings2 } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '#pwa/components/avatar.tsx'
import { IfMay } from '#pwa/components/if-may.tsx'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSignedLink } from '#pwa/hooks/use-signed-link.ts'
import { useLanguageStore } from '#pwa/stores/language.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { formatAge, formatDate, formatDateTime, formatTimestamp } from '#shared/format.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { allOf } from '#shared/text/listed.ts'
import { t } from '#shared/text/t.ts'
import { isFullyVerified, isVerified, kycWord, nameOf, takesPassword } from './user-facts.ts'
import { UserHoldings } from './user-holdings.tsx'

export type UserAct = 'picture' | 'password' | 'reset-link' | 'manage'

interface UserCardProps {
  user: AdminUser
  showsAuth: boolean
  /** When the list was read: today's sign-ins show their time. */
  nowMs: number
  onAct: (user: AdminUser, act: UserAct) => void
}

export const UserCard = memo(function UserCard({ user, showsAuth, nowMs, onAct }: UserCardProps) {
  const name = nameOf(user)
  const { user: me } = useSession()
  // Its texts change with the language, which its props do not name.
  useLanguageStore()
  return (
    <li
      aria-label={name}
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4 [contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
    >
      <header className="flex items-start gap-3">
        <Picture user={user} onView={() => onAct(user, 'picture')} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="wrap-anywhere font-semibold text-base text-fg">{name}</h3>
            <UserBadges user={user} />
          </div>
          <p className="wrap-anywhere text-fg-2 text-sm">
            <bdi>{user.email}</bdi>
          </p>
        </div>
      </header>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4">
        <Fact label={t('ID')}>
          <span className="num">{user.display_id}</span>
        </Fact>
        <Fact label={t('Phone')}>
          {user.phone ? <bdi dir="ltr">{user.phone}</bdi> : t('Not set')}
        </Fact>
        <Fact label={t('Signed up')}>
          <span className="tabular-nums">{formatDate(user.created_at)}</span>
        </Fact>
        <Fact label={t('Last log-in')}>
          <span className="tabular-nums">
            {user.last_sign_in_at ? formatTimestamp(user.last_sign_in_at, nowMs) : t('Never')}
          </span>
        </Fact>
      </dl>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-6 rounded-md max-[22rem]:flex max-[22rem]:flex-wrap large-text:grid-cols-1 bg-surface-2 px-3 py-2.5">
        <Stat label={t('Assets')} value={user.assets_count} />
        <Stat
          label={t('Portfolio')}
          value={<PortfolioValue user={user} />}
          note={valueNote(user, nowMs)}
        />
        <Stat label={t('Trades')} value={user.trade_count} />
      </div>
      <UserHoldings name={name} holdings={user.portfolio} />
      {showsAuth && <AuthDetails user={user} />}
      <footer className="mt-auto flex flex-wrap gap-2">
        <IfMay permission="users.manage">
          {takesPassword(user) && (
            <Button
              size="small"
              variant="outline"
              className="flex-1"
              aria-label={t('Change Password of {name}', { name })}
              onClick={() => onAct(user, 'password')}
            >
              {t('Change Password')}
            </Button>
          )}
          {me?.userId !== user.id && (
            <Button
              size="small"
              variant="outline"
              className="flex-1"
              aria-label={t('Send reset link to {name}', { name })}
              onClick={() => onAct(user, 'reset-link')}
            >
              {t('Send reset link')}
            </Button>
          )}
        </IfMay>
        <Button
          size="small"
          className="flex-1"
          icon={<Settings2 className="size-4" />}
          aria-label={t('Manage User {name}', { name })}
          onClick={() => onAct(user, 'manage')}
        >
          {t('Manage User')}
        </Button>
      </footer>
    </li>
  )
})

export function UserBadges({ user }: { user: AdminUser }) {
  return (
    <>
      {isVerified(user) ? (
        <Badge tone="success">{t('Verified')}</Badge>
      ) : (
        <Badge tone="warn">{t('Pending')}</Badge>
      )}
      {user.must_verify_again && <Badge tone="warn">{t('Must verify again')}</Badge>}
      {!user.is_active && <Badge tone="danger">{t('Disabled')}</Badge>}
      {user.withdrawals_frozen_until && <Badge tone="danger">{t('Withdrawals frozen')}</Badge>}
      {isStaff(user.role) && <Badge tone="info">{t('Staff')}</Badge>}
    </>
  )
}

function Picture({ user, onView }: { user: AdminUser; onView: () => void }) {
  const name = nameOf(user)
  if (!user.profile_picture) return <Avatar name={name} />
  return (
    <button
      type="button"
      aria-label={t('View the profile picture of {name}', { name })}
      onClick={onView}
      className="-m-1 grid size-11 shrink-0 place-items-center rounded-full"
    >
      <Avatar name={name} src={user.profile_picture} />
    </button>
  )
}

function PortfolioValue({ user }: { user: AdminUser }) {
  const isUnknown = user.unpriced.length > 0 && user.unpriced.length === user.assets_count
  return <Money amount={isUnknown ? null : user.total_portfolio_value} as="usd" />
}

function valueNote({ unpriced, valued_as_of }: AdminUser, nowMs: number): string | undefined {
  if (unpriced.length > 0) return t('Excludes {symbols}', { symbols: allOf(unpriced) })
  return valued_as_of === null ? undefined : formatAge(valued_as_of, nowMs)
}

/** How a user signs in, never with which password. */
function AuthDetails({ user }: { user: AdminUser }) {
  const hasPassword = user.password_encrypted_at !== null
  return (
    <section
      aria-label={t('Auth details of {name}, {id}', { name: nameOf(user), id: user.display_id })}
      className="flex flex-col gap-3"
    >
      <Field
        label={t('Password')}
        hint={t('Stored as a hash that cannot be read back. It can only be changed.')}
      >
        <TextInput readOnly value={hasPassword ? '••••••••' : t('Not set')} />
      </Field>
      <SummaryList
        rows={[
          {
            label: t('Password status'),
            value: hasPassword ? t('Stored as a hash') : t('Not set'),
          },
          { label: t('Stored'), value: dateOr(user.password_encrypted_at, t('Never')) },
          { label: t('Updated'), value: dateOr(user.password_last_updated, t('Never')) },
          { label: t('Last log-in'), value: dateOr(user.last_sign_in_at, t('Never')) },
          { label: t('Provider'), value: user.app_metadata.provider },
          {
            label: t('Withdrawals frozen until'),
            value: dateOr(user.withdrawals_frozen_until, t('No')),
          },
          { label: t('Email confirmed'), value: dateOr(user.email_confirmed_at, t('No')) },
          { label: t('KYC status'), value: kycWord(user.kyc_status) },
          { label: t('Fully Verified'), value: isFullyVerified(user) ? t('Yes') : t('No') },
          { label: t('Active loans'), value: user.active_loans_count },
          { label: t('Active staking'), value: user.active_staking_count },
          { label: t('User ID'), value: <bdi>{user.id}</bdi> },
        ]}
      />
      <CopyButton text={user.id} label={t('Copy user ID')} />
    </section>
  )
}

function dateOr(instant: string | null, otherwise: string) {
  return instant ? <span className="num">{formatDateTime(instant)}</span> : otherwise
}

interface PictureDialogProps {
  name: string
  url: string
  onClose: () => void
}

export function PictureDialog({ name, url, onClose }: PictureDialogProps) {
  const address = new URL(useSignedLink(url), window.location.origin).href
  return (
    <ImageDialog title={t('Profile picture of {name}', { name })} url={url} onClose={onClose}>
      <div className="flex flex-col gap-1.5">
        <div className="flex items-end gap-2">
          <Field label={t('Image URL')} className="flex-1">
            <TextInput readOnly value={address} onFocus={(event) => event.target.select()} />
          </Field>
          <span className="pb-0.5 md:pb-1.5">
            <CopyButton text={address} label={t('Copy')} />
          </span>
        </div>
        <p className="text-fg-3 text-xs">{t('The link works for a few minutes.')}</p>
      </div>
    </ImageDialog>
  )
}
