import { UserSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchInAddress } from '#pwa/hooks/use-search-in-address.ts'
import { Field, Select } from '#pwa/ui/field.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { type AdminUser, type UserSort, userSort } from '#shared/contract/users.ts'
import { formatLimit } from '#shared/format.ts'
import { ANYWHERE_FROM, FOUND_MAX } from '#shared/rules/user-search.ts'
import { msg, t } from '#shared/text/t.ts'
import type { useUsers } from './use-user-management.ts'
import { type UserAct, UserCard } from './user-card.tsx'

const SORT_WORDS: Readonly<Record<UserSort, string>> = {
  newest: msg('Newest first'),
  name: msg('By name'),
  last_sign_in: msg('Last log-in first'),
}

interface UserSearchFormProps {
  search: string
  sort: UserSort
  onChange: (change: { search?: string; sort?: UserSort }) => void
  /** Shown after the choices. */
  children: ReactNode
}

/** Search and order of the list; the URL contains both. */
export function UserSearchForm({ search, sort, onChange, children }: UserSearchFormProps) {
  const { typed, setTyped } = useSearchInAddress(search, (text) => onChange({ search: text }))
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        label={t('Search users')}
        placeholder={t('Email, name or ID')}
        className="w-full md:w-auto md:flex-1"
        value={typed}
        onChange={setTyped}
      />
      <Field label={t('Sort users')} labelHidden className="flex-auto md:min-w-56 md:flex-none">
        <Select
          value={sort}
          onChange={(event) => onChange({ sort: event.target.value as UserSort })}
        >
          {userSort.options.map((value) => (
            <option key={value} value={value}>
              {t(SORT_WORDS[value])}
            </option>
          ))}
        </Select>
      </Field>
      {children}
    </div>
  )
}

interface UserListProps {
  list: ReturnType<typeof useUsers>
  search: string
  showsAuth: boolean
  onAct: (user: AdminUser, act: UserAct) => void
}

export function UserList({ list, search, showsAuth, onAct }: UserListProps) {
  return (
    <PagedList
      query={list}
      failed={t('Failed to fetch users')}
      rows={list.users}
      loading={<SkeletonCards />}
      empty={
        <EmptyState icon={<UserSearch className="size-5" />} title={t('No users found')}>
          {t(NONE_FOUND[wayOf(search)])}
        </EmptyState>
      }
    >
      {(users) => (
        <ul className="grid gap-3 lg:grid-cols-2">
          {users.map((user) => (
            <UserCard
              key={user.id}
              user={user}
              showsAuth={showsAuth}
              nowMs={list.updatedAtMs ?? 0}
              onAct={onAct}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const NONE_FOUND = {
  none: msg('Users appear here once they sign up.'),
  beginnings: msg(
    'No word in an email, name or ID starts with this. Type a third letter to search inside words.',
  ),
  anywhere: msg('No email, name or ID contains this.'),
} as const

function wayOf(search: string): keyof typeof NONE_FOUND {
  if (search === '') return 'none'
  return [...search].length < ANYWHERE_FROM ? 'beginnings' : 'anywhere'
}

/** "All Users (1,204)". */
export function userListTitle(total: number | undefined): string {
  return total === undefined
    ? t('All Users')
    : t('All Users ({count})', { count: formatLimit(String(total)) })
}

/** "12 found", "1,000+ found". */
export function foundText(found: number): string {
  return found >= FOUND_MAX
    ? t('{count}+ found', { count: formatLimit(String(FOUND_MAX)) })
    : t('{count, plural, one {# found} other {# found}}', { count: found })
}

function SkeletonCards() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-3 lg:grid-cols-2">
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <div key={key} className="flex h-96 flex-col gap-4 rounded-lg border border-line p-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      ))}
    </div>
  )
}
