import { useState } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showFailure, showToast } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { switchAllowlist } from '#shared/contract/withdrawals.ts'
import { formatDateTime } from '#shared/format.ts'
import { ADDRESS_DELAY_HOURS, ALLOWLIST_OFF_HOURS } from '#shared/rules/withdrawal-allowlist.ts'
import { useWithdrawalTerms } from './use-withdrawals.ts'

/** In the profile, among what protects the account. */
export function AllowlistCard() {
  return (
    <Card title="Withdrawal allowlist">
      <AllowlistSwitch />
    </Card>
  )
}

/** Turns the allowlist on and off, after saying what that means. */
export function AllowlistSwitch() {
  const terms = useWithdrawalTerms()
  const { submit, isSubmitting } = useSubmit(switchAllowlist)
  const { isOnline } = useConnection()
  const [asked, setAsked] = useState<boolean>()
  const standing = terms.data?.allowlist
  const endsAt = standing?.ends_at

  async function turn(on: boolean) {
    const result = await submit({ body: { on } })
    if (result.state === 'refused') showFailure(result.failure)
    if (result.state === 'done') showToast({ title: DONE[String(on) as keyof typeof DONE] })
    setAsked(undefined)
    terms.refetch()
  }

  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Withdraw only to saved addresses"
        hint={standing?.is_on ? ON : OFF}
        checked={standing?.is_on === true}
        disabled={!standing || !isOnline || isSubmitting || Boolean(endsAt)}
        onCheckedChange={setAsked}
      />
      {endsAt && (
        <Notice tone="warn">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span>Turned off from {formatDateTime(endsAt)} on. Until then it still applies.</span>
            <Button size="small" busy={isSubmitting} onClick={() => void turn(true)}>
              Keep it on
            </Button>
          </div>
        </Notice>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={asked ? 'Turn the allowlist on?' : 'Turn the allowlist off?'}
          confirmLabel={asked ? 'Turn on' : 'Turn off'}
          tone={asked ? 'primary' : 'danger'}
          busy={isSubmitting}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void turn(asked)}
        >
          {asked ? TURNING_ON : TURNING_OFF}
        </ConfirmDialog>
      )}
    </div>
  )
}

const OFF = 'Off. A thief in your account could withdraw to an address of their own.'
const ON = `On. A new address can be used ${ADDRESS_DELAY_HOURS} hours after it was saved.`
const TURNING_ON = `From now on withdrawals go only to saved addresses, and to a new one ${ADDRESS_DELAY_HOURS} hours after it was saved. Turning this off takes ${ALLOWLIST_OFF_HOURS} hours.`
const TURNING_OFF = `It still applies for ${ALLOWLIST_OFF_HOURS} hours, and you can change your mind until then. We send you an email in case it was not you.`
const DONE = { true: 'The allowlist is on', false: 'The allowlist is being turned off' }
