import { Card } from '#pwa/ui/card.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { NotificationSwitches } from './notification-switches.tsx'
import { usePush } from './use-push.ts'

/** Whether this device is notified, and what of: that holds for every device of the person. */
export function NotificationsCard() {
  const { state, isSwitching, hasFailed, toggle } = usePush()
  return (
    <Card title="Notifications">
      <Switch
        label="Notify this device"
        hint="Of what is switched on below, on this device."
        checked={state === 'on'}
        disabled={
          isSwitching || state === undefined || state === 'denied' || state === 'unsupported'
        }
        onCheckedChange={toggle}
      />
      {state === 'denied' && (
        <Notice tone="warn">
          This browser blocks notifications of this page. Allow them in its settings first.
        </Notice>
      )}
      {state === 'unsupported' && (
        <Notice>This browser cannot notify you. Install the app, or use another browser.</Notice>
      )}
      {hasFailed && <Notice tone="down">That did not work. Please try again.</Notice>}
      <NotificationSwitches />
    </Card>
  )
}
