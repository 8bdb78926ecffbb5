import { useState } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import type { UserSort } from '#shared/contract/users.ts'
import { t } from '#shared/text/t.ts'
import { ManageUserDialog } from './manage-user-dialog.tsx'
import { UserManagement } from './user-management.tsx'

/** User management without leaving the page. */
export function UserManagementDialog({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<{ search: string; sort: UserSort }>({
    search: '',
    sort: 'newest',
  })
  const [managedId, setManagedId] = useState<string>()
  return (
    <Dialog onClose={onClose} title={t('User Management')} size="large">
      <UserManagement
        {...shown}
        onChange={(change) => setShown((known) => ({ ...known, ...change }))}
        onManage={setManagedId}
      />
      {managedId && <ManageUserDialog userId={managedId} onClose={() => setManagedId(undefined)} />}
    </Dialog>
  )
}
