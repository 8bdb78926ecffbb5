import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { type AdminUser, sendResetLink } from '#shared/contract/users.ts'
import { t } from '#shared/text/t.ts'
import { ActDialog } from './act-dialog.tsx'
import { nameOf } from './user-facts.ts'

interface SendResetLinkDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Lets the user set a password that staff never know. */
export function SendResetLinkDialog({ user, onClose }: SendResetLinkDialogProps) {
  const { submit } = useSubmit(sendResetLink)
  return (
    <ActDialog
      onClose={onClose}
      onDone={onClose}
      title={t('Send a reset link?')}
      submit={t('Send reset link')}
      failed={t('Failed to send the link')}
      send={() => submit({ body: { userId: user.id } })}
    >
      <p className="text-fg-2 text-sm">
        {t(
          '{name} gets an email at {email} with a link to set a new password. Nothing changes until they use it, and you never know the password.',
          { name: nameOf(user), email: user.email },
        )}
      </p>
    </ActDialog>
  )
}
