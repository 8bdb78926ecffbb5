import { Landmark, type LucideIcon, ScrollText, UserRound, Wallet } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { userAddress } from '#pwa/components/user-link.tsx'
import { CaseLineText } from '#pwa/reviews/case-line.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { type FoundUser, SEARCH_LENGTH_MIN } from '#shared/contract/cases.ts'
import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'
import type { StaffFound } from './use-staff-search.ts'

/** One line of what was found: a press or Enter opens its address. */
export interface FoundItem {
  readonly key: string
  readonly to: string
  readonly icon: LucideIcon | undefined
  readonly text: ReactNode
}

export interface FoundGroup {
  readonly title: string
  readonly items: readonly FoundItem[]
}

/** A screen of staff, found by the beginning of its name. */
export type StaffPage = Pick<FoundItem, 'to' | 'icon'> & { readonly label: string }

export function pagesNamed(typed: string, pages: readonly StaffPage[]): FoundGroup[] {
  const text = typed.trim().toLowerCase()
  const named = pages.filter(({ label }) => label.toLowerCase().startsWith(text))
  if (text.length < SEARCH_LENGTH_MIN || named.length === 0) return []
  const items = named.map(({ to, icon, label }) => ({
    key: `page-${to}`,
    to,
    icon,
    text: <span className="font-medium text-fg text-sm">{label}</span>,
  }))
  return [{ title: t('Pages'), items }]
}

/** Search results by group; empty groups are left out. */
export function groupsOf({ users, cases, addresses, saved, events }: StaffFound): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      title: t('Users'),
      items: users.map((user) => ({
        key: `user-${user.id}`,
        to: isDeleted(user)
          ? `/admin/audit?acts=all&user=${user.display_id}`
          : userAddress(user.id),
        icon: UserRound,
        text: <Lines title={nameOf(user)} notes={[user.email, user.display_id]} />,
      })),
    },
    {
      title: t('Cases'),
      items: cases.map((line) => ({
        key: `${line.kind}-${line.id}`,
        to: line.url,
        icon: undefined,
        text: <CaseLineText line={line} showsUser />,
      })),
    },
    {
      title: t('Saved addresses'),
      items: saved.map(({ user, address }) => ({
        key: `saved-${user.id}-${address}`,
        to: userAddress(user.id),
        icon: Wallet,
        text: <Lines title={address} notes={[nameOf(user), user.email]} />,
      })),
    },
    {
      title: t('Deposit addresses'),
      items: addresses.map(({ symbol, network, address, is_active: isActive }) => ({
        key: `address-${symbol}-${network}`,
        to: '/admin/settings',
        icon: Landmark,
        text: (
          <>
            <Lines title={address} notes={[symbol, network]} />
            <AddressBadge isActive={isActive} />
          </>
        ),
      })),
    },
    {
      title: t('Events'),
      items: events.map(({ position, title, at, user }) => ({
        key: `event-${position}`,
        to: `/admin/audit?acts=all&event=${position}`,
        icon: ScrollText,
        text: (
          <Lines
            title={`#${position} ${translated(title)}`}
            notes={[user && nameOf(user), formatDateTime(at)]}
          />
        ),
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function nameOf(user: FoundUser): string {
  const { full_name, email, display_id } = user
  return isDeleted(user) ? t('Deleted {id}', { id: display_id }) : full_name || email
}

/** Only the ids of a deleted user remain. */
function isDeleted({ email }: FoundUser): boolean {
  return email === ''
}

function AddressBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="success">
      {t(
        '{of, select, conversation {Active} conversations {Active} address {Active} other {Active}}',
        { of: 'address' },
      )}
    </Badge>
  ) : (
    <Badge>{t('{of, select, address {Inactive} other {Inactive}}', { of: 'address' })}</Badge>
  )
}

interface LinesProps {
  title: string
  /** Leaves out what is missing. */
  notes: readonly (string | null)[]
}

function Lines({ title, notes }: LinesProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="wrap-anywhere font-medium text-fg text-sm">
        <bdi>{title}</bdi>
      </span>
      <span className="wrap-anywhere text-fg-3 text-xs">
        {notes
          .filter((note) => note !== null && note !== '')
          .map((note, index) => (
            <Fragment key={note}>
              {index > 0 && ' · '}
              <bdi>{note}</bdi>
            </Fragment>
          ))}
      </span>
    </span>
  )
}
