import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { requestSecondFactorReset } from '#shared/contract/second-factor-resets.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { ActDialog } from './act-dialog.tsx'
import { nameOf } from './user-facts.ts'

interface ResetSecondFactorDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Asks for the reset; another member of staff carries it out. */
export function ResetSecondFactorDialog({ user, onClose }: ResetSecondFactorDialogProps) {
  const { submit } = useSubmit(requestSecondFactorReset)
  return (
    <ActDialog
      onClose={onClose}
      onDone={onClose}
      title="Reset the second factor?"
      submit="Ask for the reset"
      failed="Failed to ask for the reset"
      asksReason
      reasonHint="The colleague who approves it reads it: say how you know that the owner asks."
      send={(reason) => submit({ body: { userId: user.id, reason } })}
    >
      <p className="text-fg-2 text-sm">
        Another member of staff must approve it. Then {nameOf(user)} signs in with the password
        alone: their passkeys are removed too, and all sessions end. They get a mail, and nothing
        can be withdrawn for 48 hours.
      </p>
    </ActDialog>
  )
}
