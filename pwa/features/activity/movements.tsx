import { ScrollText } from 'lucide-react'
import { dayIn, localZone } from '#pwa/hooks/calendar-days.ts'
import { byDay } from '#pwa/hooks/movement.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { FilterBar, PeriodFields } from '#pwa/ui/filter-bar.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { ASSETS } from '#shared/assets.ts'
import { formatDay } from '#shared/format.ts'
import { ACTIVITY_KINDS } from '#shared/rules/activity.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'
import { type ActivityFilter, KIND_LABELS, narrowedBy } from './activity-filter.ts'
import { ActivityHeader, ActivityRow } from './activity-row.tsx'
import { useActivity } from './use-activity.ts'

interface MovementsProps {
  filter: ActivityFilter
  onFilter: (change: Readonly<Record<string, string | undefined>>) => void
  onOpen: (position: string) => void
}

export function Movements({ filter, onFilter, onOpen }: MovementsProps) {
  const activity = useActivity(filter)
  const zone = localZone()
  const isNarrowed = narrowedBy(filter) > 0
  return (
    <div className="flex flex-col gap-4">
      <Filters filter={filter} onFilter={onFilter} />
      <Card flush>
        <PagedList
          query={activity}
          failed={t('Failed to fetch activity')}
          rows={activity.lines}
          empty={
            <EmptyState
              icon={<ScrollText className="size-5" />}
              title={isNarrowed ? t('Nothing matches') : t('No movements yet')}
            >
              {isNarrowed
                ? t('Choose another kind, asset or period.')
                : t(
                    'Every change to your balances appears here with its reason, starting with your first deposit.',
                  )}
            </EmptyState>
          }
        >
          {(found) => (
            <>
              <ActivityHeader />
              {byDay(found, (at) => dayIn(zone, epochMsOf(at))).map(({ day, lines }) => (
                <section key={day} aria-label={formatDay(day)}>
                  <h2 className="border-line border-y bg-surface-2 px-4 py-1.5 font-medium text-fg-2 text-xs">
                    {formatDay(day)}
                  </h2>
                  <ul className="divide-y divide-line">
                    {lines.map((line) => (
                      <ActivityRow
                        key={`${line.position} ${line.symbol}`}
                        line={line}
                        onOpen={() => onOpen(line.position)}
                      />
                    ))}
                  </ul>
                </section>
              ))}
            </>
          )}
        </PagedList>
      </Card>
    </div>
  )
}

function Filters({ filter, onFilter }: Omit<MovementsProps, 'onOpen'>) {
  return (
    <FilterBar
      count={narrowedBy(filter)}
      className="md:grid-cols-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      onShowAll={() => onFilter(NONE)}
    >
      <Field label={t('Type')}>
        <Select
          value={filter.kind ?? ''}
          onChange={({ target }) => onFilter({ kind: target.value || undefined })}
        >
          <option value="">{t('All types')}</option>
          {ACTIVITY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(KIND_LABELS[kind])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Asset')}>
        <Select
          value={filter.symbol ?? ''}
          onChange={({ target }) => onFilter({ symbol: target.value || undefined })}
        >
          <option value="">{t('All assets')}</option>
          {ASSETS.map(({ symbol }) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </Select>
      </Field>
      <PeriodFields from={filter.from} to={filter.to} onChange={onFilter} />
    </FilterBar>
  )
}

const NONE = { kind: undefined, symbol: undefined, from: undefined, to: undefined }
