import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { type AdminUser, deleteUser } from '#shared/contract/users.ts'
import { failedWith } from './failed-text.ts'
import { nameOf } from './user-facts.ts'

interface DeleteUserDialogProps {
  user: AdminUser
  onClose: () => void
  onGone: () => void
}

const FAILED = 'Failed to delete user'

/** Asks before a user is deleted, and lists what prevents it. */
export function DeleteUserDialog({ user, onClose, onGone }: DeleteUserDialogProps) {
  const { submit } = useSubmit(deleteUser)
  const [obstacles, setObstacles] = useState<readonly string[]>([])
  const form = useCommandForm({
    initial: {},
    send: () => {
      setObstacles([])
      return submit({ body: { userId: user.id } })
    },
    failed: (failure) => {
      if (failure.code !== 'user.not_empty') return failedWith(FAILED)(failure)
      setObstacles(failure.details.obstacles as string[])
      return undefined
    },
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onGone,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Delete this user?"
      size="small"
      submit="Delete user"
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        {nameOf(user)} ({user.email}) is erased at once: name, addresses, documents, pictures and
        messages. The ledger stays and names nobody. This cannot be taken back.
      </p>
      {obstacles.length > 0 && (
        <Notice tone="down">
          <p>{FAILED}. In the way:</p>
          <ul className="num mt-1 list-disc pl-4">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  )
}
