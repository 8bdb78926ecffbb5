import { Link } from 'react-router-dom'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { msg, t, translated } from '#shared/text/t.ts'
import { useNotificationSwitches, usePush } from './use-notifications.ts'

/** Whether this device is notified, and the kinds, which apply to every device of the user. */
export function NotificationsCard() {
  const { state, isSwitching, hasFailed, toggle } = usePush()
  return (
    <Card title={t('Notifications')}>
      <Switch
        label={t('Notify this device')}
        hint={t('For everything that is switched on below.')}
        checked={state === 'on'}
        disabled={
          isSwitching || state === undefined || state === 'denied' || state === 'unsupported'
        }
        onCheckedChange={toggle}
      />
      {state === 'denied' && (
        <Notice tone="warn">
          {t('This browser blocks notifications from this site. Allow them in its settings first.')}
        </Notice>
      )}
      {state === 'unsupported' && (
        <Notice>
          {rich(
            'This browser cannot notify you here. On iPhone and iPad, installing the app enables notifications. <link>Install the app</link>',
            {
              link: (inner) => (
                <Link to="/install" className="font-medium text-info underline underline-offset-2">
                  {inner}
                </Link>
              ),
            },
          )}
        </Notice>
      )}
      {hasFailed && <Notice tone="danger">{t('That did not work. Please try again.')}</Notice>}
      <NotificationSwitches />
    </Card>
  )
}

const GROUPS = [
  { title: msg('Your account'), to: 'owner' },
  { title: msg('Work as staff'), to: 'staff' },
] as const

function NotificationSwitches() {
  const { switches, error, refetch, failure, changes, set } = useNotificationSwitches()
  // Where they are shown, the switch itself says that its change waits.
  const shown = switches ? changes.filter(({ state }) => state === 'refused') : changes
  return (
    <div className="flex flex-col gap-4">
      <OnThisDevice
        rows={unsentRows(shown, ({ kind, isOn }) => ({
          title: nameOf(switches?.find((each) => each.kind === kind)),
          value: isOn ? t('On') : t('Off'),
        }))}
      />
      {!switches && !error && <Skeleton className="h-64 w-full" />}
      {!switches && error && <ErrorState message={error.message} onRetry={refetch} />}
      {GROUPS.map(({ title, to }) => {
        const own = switches?.filter((each) => each.to === to) ?? []
        if (own.length === 0) return null
        return (
          <fieldset key={title} className="min-w-0">
            <legend className="pt-2 font-semibold text-fg-2 text-sm">{t(title)}</legend>
            <div className="divide-y divide-line">
              {own.map((each) => (
                <KindRow key={each.kind} {...each} onChange={(isOn) => void set(each.kind, isOn)} />
              ))}
            </div>
          </fieldset>
        )
      })}
      {failure && <Notice tone="danger">{failure}</Notice>}
    </div>
  )
}

function nameOf(preference: { readonly label: string } | undefined): string {
  return preference ? translated(preference.label) : t('A notification')
}

interface KindRowProps {
  label: string
  hint: string
  isOn: boolean
  isFixed: boolean
  /** The message about a change that the server has not accepted yet. */
  unsentLabel: string | undefined
  onChange: (isOn: boolean) => void
}

function KindRow({ label, hint, isOn, isFixed, unsentLabel, onChange }: KindRowProps) {
  if (isFixed) {
    return (
      <div className="flex min-h-14 items-center justify-between gap-4 py-2">
        <p className="flex flex-col">
          <span className="text-fg text-sm">{translated(label)}</span>
          <span className="text-fg-3 text-xs">{translated(hint)}</span>
        </p>
        <Badge>{t('Always on')}</Badge>
      </div>
    )
  }
  return (
    <Switch
      label={translated(label)}
      hint={unsentLabel ?? translated(hint)}
      checked={isOn}
      onCheckedChange={onChange}
    />
  )
}
