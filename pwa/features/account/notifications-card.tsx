import { Link } from 'react-router-dom'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { useNotificationSwitches, usePush } from './use-notifications.ts'

/** Whether this device is notified, and the kinds, which apply to every device of the user. */
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
        <Notice>
          This browser cannot notify you here. On iPhone and iPad (iOS 16.4 and later), installing
          the app enables notifications.{' '}
          <Link to="/install" className="font-medium text-info underline underline-offset-2">
            Install the app
          </Link>
        </Notice>
      )}
      {hasFailed && <Notice tone="down">That did not work. Please try again.</Notice>}
      <NotificationSwitches />
    </Card>
  )
}

const GROUPS = [
  { title: 'Your account', to: 'owner' },
  { title: 'Work as staff', to: 'staff' },
] as const

function NotificationSwitches() {
  const { switches, error, refetch, failure, refused, set } = useNotificationSwitches()
  if (!switches) {
    if (!error) return <Skeleton className="h-64 w-full" />
    return <ErrorState message={error.message} onRetry={refetch} />
  }
  return (
    <div className="flex flex-col gap-4">
      {GROUPS.map(({ title, to }) => {
        const own = switches.filter((each) => each.to === to)
        if (own.length === 0) return null
        return (
          <fieldset key={title} className="min-w-0">
            <legend className="pt-2 font-semibold text-fg-2 text-sm">{title}</legend>
            <div className="divide-y divide-line">
              {own.map((each) => (
                <KindRow key={each.kind} {...each} onChange={(isOn) => void set(each.kind, isOn)} />
              ))}
            </div>
          </fieldset>
        )
      })}
      {failure && <Notice tone="down">{failure}</Notice>}
      {refused.map(({ id, body, failure: cause, dismiss }) => (
        <Notice key={id} tone="down">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {switches.find(({ kind }) => kind === body.kind)?.label} could not be switched{' '}
              {body.isOn ? 'on' : 'off'}. {cause?.message}
            </span>
            <Button size="small" onClick={() => void dismiss()}>
              Dismiss
            </Button>
          </div>
        </Notice>
      ))}
    </div>
  )
}

interface KindRowProps {
  label: string
  hint: string
  isOn: boolean
  isFixed: boolean
  /** What is to be told of a change that the server has not taken yet. */
  standing: string | undefined
  onChange: (isOn: boolean) => void
}

function KindRow({ label, hint, isOn, isFixed, standing, onChange }: KindRowProps) {
  if (isFixed) {
    return (
      <div className="flex min-h-14 items-center justify-between gap-4 py-2">
        <p className="flex flex-col">
          <span className="text-fg text-sm">{label}</span>
          <span className="text-fg-3 text-xs">{hint}</span>
        </p>
        <Badge>Always on</Badge>
      </div>
    )
  }
  return <Switch label={label} hint={standing ?? hint} checked={isOn} onCheckedChange={onChange} />
}
