import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { useAct } from './use-act.ts'
import { useToggleStatus } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

interface ToggleStatusDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Asks before a user is disabled or enabled. */
export function ToggleStatusDialog({ user, onClose }: ToggleStatusDialogProps) {
  const { submit, isSubmitting } = useToggleStatus()
  const act = useAct()
  const { is_active: isActive } = user

  async function toggle() {
    const body = { userId: user.id, isActive: !isActive }
    await act(submit({ body }), `Failed to ${isActive ? 'disable' : 'enable'} user`)
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isActive ? 'Disable this user?' : 'Enable this user?'}
      confirmLabel={isActive ? 'Disable user' : 'Enable user'}
      tone={isActive ? 'danger' : 'primary'}
      busy={isSubmitting}
      onConfirm={() => void toggle()}
    >
      {isActive ? (
        <p>
          {nameOf(user)} can still sign in, read, repay a loan and write to support. Everything else
          that they submit is refused. What is open goes on.
        </p>
      ) : (
        <p>{nameOf(user)} can trade, deposit and withdraw again.</p>
      )}
    </ConfirmDialog>
  )
}
