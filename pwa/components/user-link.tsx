import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '#pwa/ui/class-names.ts'
import type { UserNames } from '#shared/contract/fields.ts'

/** The page of one user, as staff open and share it. */
export function userAddress(id: string, tab?: 'cases'): string {
  return `/admin/users?open=manage&user=${id}${tab ? `&tab=${tab}` : ''}`
}

/** For a link that opens above the current page: closing it returns to that page. */
export const COMES_BACK = { comesBack: true }

interface UserLinkProps {
  /** Missing if the account is deleted: then there is nothing to open. */
  id: string | null | undefined
  /** Cut off where there is no room, instead of wrapped. */
  cuts?: boolean
  className?: string
  children: ReactNode
}

/** The name of a user, as staff see it: a link to the user that returns to the current page. */
export function UserLink({ id, cuts, className, children }: UserLinkProps) {
  const shape = cuts
    ? 'block truncate leading-6 [text-align:-webkit-match-parent]'
    : 'wrap-anywhere'
  // As in a ShortText, a name that is cut keeps its beginning.
  const title =
    cuts && typeof children === 'string' ? { title: children, dir: 'auto' as const } : {}
  if (!id) {
    return (
      <span {...title} className={classNames(shape, className)}>
        {children}
      </span>
    )
  }
  return (
    <Link
      to={userAddress(id)}
      state={COMES_BACK}
      {...title}
      className={classNames(
        'underline decoration-fg-3/60 underline-offset-3 hover:text-info hover:decoration-current',
        shape,
        className,
      )}
    >
      {children}
    </Link>
  )
}

interface IdentifiedUserProps {
  id: string | null | undefined
  user: UserNames
}

/** A user by name, which others may have as well, and by the ID that no other has. */
export function IdentifiedUser({ id, user }: IdentifiedUserProps) {
  return (
    <>
      <UserLink id={user.email && id}>{user.full_name}</UserLink>{' '}
      <bdi className="text-fg-3">{user.display_id}</bdi>
    </>
  )
}
