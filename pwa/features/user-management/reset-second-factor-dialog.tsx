import { ReleasedAloneNotice } from '#pwa/components/released-alone-notice.tsx'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { requestSecondFactorReset } from '#shared/contract/second-factor-resets.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { RESET_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'
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
      title={t('Reset the second factor?')}
      submit={t('Request reset')}
      failed={t('Failed to request the reset')}
      asksReason
      reasonHint={t(
        'The member of staff who approves the reset reads it. Say how you verified that the request is the owner’s.',
      )}
      send={(reason) => submit({ body: { userId: user.id, reason } })}
    >
      <p className="text-fg-2 text-sm">
        {t(
          'Another member of staff must approve it. Then {name} logs in with the password alone: their passkeys are removed too, and all sessions end. They get an email, and nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}}.',
          { name: nameOf(user), hours: RESET_HOLD_HOURS },
        )}
      </p>
      <ReleasedAloneNotice />
    </ActDialog>
  )
}
