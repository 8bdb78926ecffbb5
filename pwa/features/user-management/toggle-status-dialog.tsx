import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { type AdminUser, toggleUserStatus } from '#shared/contract/users.ts'
import { ActDialog } from './act-dialog.tsx'
import { nameOf } from './user-facts.ts'

export function ToggleStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { submit } = useSubmit(toggleUserStatus)
  const { is_active: isActive } = user
  return (
    <ActDialog
      onClose={onClose}
      onDone={onClose}
      title={isActive ? 'Disable this user?' : 'Enable this user?'}
      submit={isActive ? 'Disable user' : 'Enable user'}
      variant={isActive ? 'danger' : 'primary'}
      failed={`Failed to ${isActive ? 'disable' : 'enable'} user`}
      send={() => submit({ body: { userId: user.id, isActive: !isActive } })}
    >
      {isActive ? (
        <p className="text-fg-2 text-sm">
          {nameOf(user)} can still sign in, read, repay a loan and write to support. Everything else
          that they submit is refused. What is open goes on.
        </p>
      ) : (
        <p className="text-fg-2 text-sm">{nameOf(user)} can trade, deposit and withdraw again.</p>
      )}
    </ActDialog>
  )
}
