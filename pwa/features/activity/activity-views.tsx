import { useAddress } from '#pwa/hooks/use-address.ts'
import { OwnAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { t } from '#shared/text/t.ts'
import { filterFrom } from './activity-filter.ts'
import { BalancesAt } from './balances-at.tsx'
import { momentFrom } from './moment.ts'
import { Movements } from './movements.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { SecurityEvents } from './security-events.tsx'
import { Statement } from './statement-form.tsx'

const VIEWS = ['movements', 'security', 'balances', 'statement'] as const

export function ActivityViews() {
  const { query, change } = useAddress()
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'movements'
  const event = query.get('event')
  const filter = filterFrom(query)
  return (
    <>
      <Tabs
        label={t('Activity')}
        value={view}
        onValueChange={(next) => change({ view: next === 'movements' ? undefined : next })}
        tabs={[
          {
            value: 'movements',
            label: t('Movements'),
            content: (
              <Movements
                filter={filter}
                onFilter={change}
                onOpen={(position) => change({ event: position }, 'push')}
              />
            ),
          },
          { value: 'security', label: t('Security'), content: <SecurityEvents /> },
          {
            value: 'balances',
            label: t('Balances on a date'),
            content: (
              <BalancesAt
                at={momentFrom(query.get('at'))}
                onChange={(at) => change({ at: at || undefined })}
              />
            ),
          },
          { value: 'statement', label: t('Statement'), content: <Statement /> },
        ]}
      />
      {event !== null && /^\d{1,18}$/.test(event) && (
        <OwnAmountsHidden value={false}>
          <ReasonDialog position={event} onClose={() => change({ event: undefined })} />
        </OwnAmountsHidden>
      )}
    </>
  )
}
