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
import { msg, t } from '#shared/text/t.ts'
import { useWithdrawalTerms } from './use-withdrawals.ts'

/** In the profile, among what protects the account. */
export function AllowlistCard() {
  return (
    <Card title={t('Withdrawal allowlist')}>
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
  const allowlist = terms.data?.allowlist
  const endsAt = allowlist?.ends_at

  async function turn(on: boolean) {
    const result = await submit({ body: { on } })
    if (result.state === 'refused') showFailure(result.failure)
    if (result.state === 'done') {
      showToast({ title: on ? t('The allowlist is on') : t('The allowlist is being turned off') })
    }
    setAsked(undefined)
    terms.refetch()
  }

  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('Withdraw only to saved addresses')}
        hint={allowlist?.is_on ? t(ON, DELAYS) : t(OFF)}
        checked={allowlist?.is_on === true}
        disabled={!allowlist || !isOnline || isSubmitting || Boolean(endsAt)}
        onCheckedChange={setAsked}
      />
      {endsAt && (
        <Notice tone="warn">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {t('The allowlist stays on until {time}.', {
                time: formatDateTime(endsAt),
              })}
            </span>
            <Button size="small" busy={isSubmitting} onClick={() => void turn(true)}>
              {t('Keep it on')}
            </Button>
          </div>
        </Notice>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={asked ? t('Turn the allowlist on?') : t('Turn the allowlist off?')}
          confirmLabel={asked ? t('Turn on') : t('Turn off')}
          tone={asked ? 'primary' : 'danger'}
          busy={isSubmitting}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void turn(asked)}
        >
          {t(asked ? TURNING_ON : TURNING_OFF, DELAYS)}
        </ConfirmDialog>
      )}
    </div>
  )
}

const DELAYS = { hours: ADDRESS_DELAY_HOURS, ending: ALLOWLIST_OFF_HOURS }
const OFF = msg('Off. A thief in your account could withdraw to any address.')
const ON = msg(
  'On. A new address can be used {hours, plural, one {# hour} other {# hours}} after it was saved.',
)
const TURNING_ON = msg(
  'From now on withdrawals go only to saved addresses, and to a new one {hours, plural, one {# hour} other {# hours}} after it was saved. Turning this off takes {ending, plural, one {# hour} other {# hours}}.',
)
const TURNING_OFF = msg(
  'It still applies for {ending, plural, one {# hour} other {# hours}}, and you can change your mind until then. We send you an email in case it was not you.',
)
