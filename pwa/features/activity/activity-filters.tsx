import { Field } from '#pwa/ui/field.tsx'
import { FilterBar, PeriodFields } from '#pwa/ui/filter-bar.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { ASSETS } from '#shared/assets.ts'
import { ACTIVITY_KINDS } from '#shared/rules/activity.ts'
import { type ActivityFilter, KIND_LABELS, narrowedBy } from './activity-filter.ts'

interface ActivityFiltersProps {
  filter: ActivityFilter
  onChange: (change: Readonly<Record<keyof ActivityFilter, string | undefined>>) => void
}

/** Narrows the list by kind, asset and period. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const change = (one: Partial<ActivityFilter>) => onChange({ ...NONE, ...filter, ...one })
  return (
    <FilterBar
      count={narrowedBy(filter)}
      className="md:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      onShowAll={() => onChange(NONE)}
    >
      <Field label="Kind">
        <Select
          value={filter.kind ?? ''}
          onChange={({ target }) =>
            change({ kind: ACTIVITY_KINDS.find((kind) => kind === target.value) })
          }
        >
          <option value="">All kinds</option>
          {ACTIVITY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_LABELS[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Asset">
        <Select
          value={filter.symbol ?? ''}
          onChange={({ target }) => change({ symbol: target.value || undefined })}
        >
          <option value="">All assets</option>
          {ASSETS.map(({ symbol }) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </Select>
      </Field>
      <PeriodFields from={filter.from} to={filter.to} onChange={change} />
    </FilterBar>
  )
}

const NONE = { kind: undefined, symbol: undefined, from: undefined, to: undefined }
