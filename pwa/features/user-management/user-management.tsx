import { RefreshCw } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import type { AdminUser, UserSort } from '#shared/contract/users.ts'
import { t } from '#shared/text/t.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { SendResetLinkDialog } from './send-reset-link-dialog.tsx'
import { useUsers } from './use-user-management.ts'
import { PictureDialog, type UserAct } from './user-card.tsx'
import { nameOf } from './user-facts.ts'
import { foundText, UserList, UserSearchForm, userListTitle } from './user-list.tsx'

interface UserManagementProps {
  search: string
  sort: UserSort
  onChange: (change: { search?: string; sort?: UserSort }) => void
  onManage: (userId: string) => void
}

/** All users: search, order, and what staff do to each of them. */
export function UserManagement({ search, sort, onChange, onManage }: UserManagementProps) {
  const list = useUsers({ search, sort })
  const headingId = useId()
  const [showsAuth, setShowsAuth] = useState(false)
  const [asked, setAsked] = useState<{ user: AdminUser; act: Exclude<UserAct, 'manage'> }>()
  const close = useCallback(() => setAsked(undefined), [])
  const act = useCallback(
    (user: AdminUser, next: UserAct) => {
      if (next === 'manage') onManage(user.id)
      else setAsked({ user, act: next })
    },
    [onManage],
  )
  const found = list.counts?.found
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <header className="flex items-center justify-between gap-2">
        <h2 id={headingId} className="font-semibold text-fg text-lg">
          {userListTitle(list.counts?.total)}
        </h2>
        <Button size="small" icon={<RefreshCw className="size-4" />} onClick={list.refetch}>
          {t('Refresh')}
        </Button>
      </header>
      <UserSearchForm search={search} sort={sort} onChange={onChange}>
        <Button size="large" className="px-4 text-sm" onClick={() => setShowsAuth(!showsAuth)}>
          {showsAuth ? t('Hide Auth Details') : t('Show Auth Details')}
        </Button>
      </UserSearchForm>
      <p role="status" className="text-fg-3 text-sm empty:sr-only">
        {search !== '' && found !== undefined && foundText(found)}
      </p>
      <UserList list={list} search={search} showsAuth={showsAuth} onAct={act} />
      {asked?.act === 'picture' && asked.user.profile_picture && (
        <PictureDialog name={nameOf(asked.user)} url={asked.user.profile_picture} onClose={close} />
      )}
      {asked?.act === 'password' && <ChangePasswordDialog user={asked.user} onClose={close} />}
      {asked?.act === 'reset-link' && <SendResetLinkDialog user={asked.user} onClose={close} />}
    </section>
  )
}
