import { useState } from 'react'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { failedText } from './use-act.ts'
import { useDeleteUser } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

interface DeleteUserDialogProps {
  user: AdminUser
  onClose: () => void
  onGone: () => void
}

const FAILED = 'Failed to delete user'

/** Asks before an account ends, and says what is in the way. */
export function DeleteUserDialog({ user, onClose, onGone }: DeleteUserDialogProps) {
  const { submit, isSubmitting } = useDeleteUser()
  const showToast = useToasts((state) => state.show)
  const [problem, setProblem] = useState<string>()
  const [obstacles, setObstacles] = useState<readonly string[]>([])

  async function remove() {
    setProblem(undefined)
    setObstacles([])
    const result = await submit({ body: { userId: user.id } })
    if (result.state === 'done') {
      showToast({ title: 'Success', message: result.answer.message, tone: 'success' })
      return onGone()
    }
    if (result.state !== 'refused') return
    const { failure } = result
    if (failure.code === 'user.not_empty') {
      setProblem(`${FAILED}. In the way:`)
      return setObstacles(failure.details.obstacles as string[])
    }
    setProblem(failedText(FAILED, failure))
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this user?"
      confirmLabel="Delete user"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void remove()}
    >
      <div className="flex flex-col gap-4">
        <p>
          {nameOf(user)} ({user.email}) is erased at once: name, addresses, documents, pictures and
          messages. The ledger stays and names nobody. This cannot be taken back.
        </p>
        {problem !== undefined && (
          <Notice tone="down">
            <p>{problem}</p>
            {obstacles.length > 0 && (
              <ul className="num mt-1 list-disc pl-4">
                {obstacles.map((obstacle) => (
                  <li key={obstacle}>{obstacle}</li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  )
}
