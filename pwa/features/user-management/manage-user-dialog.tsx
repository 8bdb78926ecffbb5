import { useAddress } from '#pwa/hooks/use-address.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { describeRefusal } from '#shared/errors.ts'
import { t } from '#shared/text/t.ts'
import { AccountTab } from './account-tab.tsx'
import { HistoryTab } from './history-entries.tsx'
import { PortfolioTab } from './portfolio-tab.tsx'
import { useManagedUser } from './use-user-management.ts'
import { UserBadges } from './user-card.tsx'
import { CasesTab } from './user-cases.tsx'
import { nameOf } from './user-facts.ts'

export function ManageUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const managed = useManagedUser(userId)
  const { data: user } = managed
  return (
    <Dialog
      onClose={onClose}
      title={user ? t('Manage {name}', { name: nameOf(user) }) : t('Manage User')}
      description={user && <Identity user={user} />}
      size="large"
    >
      <Loaded query={managed}>{(found) => <Management user={found} onGone={onClose} />}</Loaded>
    </Dialog>
  )
}

function Identity({ user }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <bdi className="wrap-anywhere">{user.email}</bdi>
      <bdi className="num">{user.display_id}</bdi>
      <UserBadges user={user} />
    </span>
  )
}

function Management({ user, onGone }: { user: AdminUser; onGone: () => void }) {
  const session = useSession()
  const { query, change } = useAddress()
  // Staff can view their own account; the server refuses changes to it.
  const isOwn = session.user?.userId === user.id
  return (
    <div className="flex flex-col gap-4">
      {isOwn && <Notice tone="info">{describeRefusal('access.own_account').message}</Notice>}
      <Tabs
        label={t('Manage User')}
        value={query.get('tab') ?? 'account'}
        onValueChange={(tab) => change({ tab })}
        tabs={[
          {
            value: 'account',
            label: t('Account'),
            content: <AccountTab user={user} isOwn={isOwn} onGone={onGone} />,
          },
          {
            value: 'portfolio',
            label: t('Portfolio'),
            content: <PortfolioTab user={user} isOwn={isOwn} />,
          },
          {
            value: 'history',
            label: t('History'),
            content: <HistoryTab user={user} isOwn={isOwn} />,
          },
          { value: 'cases', label: t('Cases'), content: <CasesTab userId={user.id} /> },
        ]}
      />
    </div>
  )
}
