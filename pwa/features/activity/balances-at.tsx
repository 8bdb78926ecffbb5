import { Wallet } from 'lucide-react'
import { localZone, type NamedZone } from '#pwa/hooks/calendar-days.ts'
import { CachedAge } from '#pwa/ui/age.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { DateInput } from '#pwa/ui/date-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { BalancesAsOf } from '#shared/contract/activity.ts'
import { formatDateTime } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { momentOf, momentsAt } from './moment.ts'
import { useBalancesAt } from './use-activity.ts'

interface BalancesAtProps {
  /** As the field for date and time writes it; empty for now. */
  at: string
  onChange: (at: string) => void
}

export function BalancesAt({ at, onChange }: BalancesAtProps) {
  const zone = localZone()
  const nowMs = Date.now()
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <div className="flex flex-col gap-3 lg:flex-row lg:items-end lg:gap-6">
          <Field
            label={t('Date and time')}
            hint={t('In the time zone of this device: {zone}', { zone: zone.name })}
            className="md:max-w-xs lg:w-80"
          >
            <DateInput
              type="datetime-local"
              step={1}
              value={at}
              max={momentOf(zone, nowMs)}
              onValueChange={onChange}
            />
          </Field>
          <div className="grid grid-cols-2 gap-2 sm:flex lg:pb-6">
            {momentsAt(zone, nowMs).map(({ label, value }) => (
              <Button
                key={value}
                size="small"
                variant={value === at ? 'secondary' : 'outline'}
                aria-pressed={value === at}
                onClick={() => onChange(value)}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
      </Card>
      <BalanceTable at={at} zone={zone} />
    </div>
  )
}

function BalanceTable({ at, zone }: { at: string; zone: NamedZone }) {
  const epochMs = at === '' ? undefined : zone.momentOf(at)
  const asked = useBalancesAt(epochMs === undefined ? undefined : instantOf(epochMs))
  return (
    <section aria-label={t('Balances')} className="flex flex-col gap-2">
      {asked.data && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-fg-2 text-sm">
          <span>
            {rich('{time}, after position {position} of the log', {
              time:
                at === '' ? (
                  t('Now')
                ) : (
                  <time dateTime={asked.data.at}>{formatDateTime(asked.data.at)}</time>
                ),
              position: <bdi className="num">{asked.data.position}</bdi>,
            })}
          </span>
          <CachedAge of={asked} />
        </p>
      )}
      <Card flush>
        <DataList
          label={t('Balances')}
          columns={columns()}
          query={{ error: asked.error, refetch: asked.refetch }}
          failed={t('Failed to fetch balances')}
          rows={asked.data?.balances}
          rowKey={({ symbol }) => symbol}
          expected={3}
          empty={<NoBalances isNow={at === ''} />}
        />
      </Card>
    </section>
  )
}

function NoBalances({ isNow }: { isNow: boolean }) {
  return (
    <EmptyState
      icon={<Wallet className="size-5" />}
      title={isNow ? t('Nothing here yet') : t('Nothing yet at that time')}
    >
      {isNow
        ? t('A deposit appears here as soon as it is approved.')
        : t('No balance had changed before that time. Choose a later time.')}
    </EmptyState>
  )
}

type Row = BalancesAsOf['balances'][number]

function columns(): Column<Row>[] {
  return [
    column(t('Asset'), 'title', ({ symbol }) => (
      <span className="flex items-center gap-2.5">
        <CoinIcon symbol={symbol} />
        {symbol}
      </span>
    )),
    figureColumn(t('Available'), 'line', ({ available }) => <Money amount={available} />),
    figureColumn(t('Frozen'), 'line', ({ frozen }) => <Money amount={frozen} />),
    {
      header: t('Total'),
      align: 'end',
      phone: 'value',
      className: 'row-span-2',
      cell: ({ available, frozen }) => (
        <Money amount={formatUnits(parseUnits(available) + parseUnits(frozen))} />
      ),
    },
  ]
}
