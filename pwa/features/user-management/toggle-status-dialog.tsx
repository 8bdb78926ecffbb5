import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { failedWith } from './failed-text.ts'
import { useToggleStatus } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

interface ToggleStatusDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Asks before a user is disabled or enabled. */
export function ToggleStatusDialog({ user, onClose }: ToggleStatusDialogProps) {
  const { submit } = useToggleStatus()
  const { is_active: isActive } = user
  const form = useCommandForm({
    initial: {},
    send: () => submit({ body: { userId: user.id, isActive: !isActive } }),
    failed: failedWith(`Failed to ${isActive ? 'disable' : 'enable'} user`),
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isActive ? 'Disable this user?' : 'Enable this user?'}
      size="small"
      submit={isActive ? 'Disable user' : 'Enable user'}
      variant={isActive ? 'danger' : 'primary'}
    >
      {isActive ? (
        <p className="text-fg-2 text-sm">
          {nameOf(user)} can still sign in, read, repay a loan and write to support. Everything else
          that they submit is refused. What is open goes on.
        </p>
      ) : (
        <p className="text-fg-2 text-sm">{nameOf(user)} can trade, deposit and withdraw again.</p>
      )}
    </FormDialog>
  )
}
