import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { ASSETS } from '#shared/assets.ts'
import { ACTIVITY_KINDS } from '#shared/rules/activity.ts'
import { type ActivityFilter, isNarrowed, KIND_LABELS } from './activity-filter.ts'

interface ActivityFiltersProps {
  filter: ActivityFilter
  onChange: (change: Readonly<Record<keyof ActivityFilter, string | undefined>>) => void
}

/** Narrows the list by kind, asset and period. On a phone it opens when it is asked for. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const set = (name: keyof ActivityFilter) => (event: { target: { value: string } }) =>
    onChange({ ...NONE, ...filter, [name]: event.target.value || undefined })
  const count = Object.values(filter).filter((value) => value !== undefined).length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3 md:hidden">
        <Button
          size="small"
          aria-expanded={isOpen}
          icon={<SlidersHorizontal className="size-4" />}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
        {isNarrowed(filter) && <ShowAll onPress={() => onChange(NONE)} />}
      </div>
      <div
        className={classNames(
          'grid-cols-2 gap-3 md:grid md:grid-cols-[repeat(4,minmax(0,1fr))_auto] md:items-end',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        <Field label="Kind">
          <Select value={filter.kind ?? ''} onChange={set('kind')}>
            <option value="">All kinds</option>
            {ACTIVITY_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_LABELS[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Asset">
          <Select value={filter.symbol ?? ''} onChange={set('symbol')}>
            <option value="">All assets</option>
            {ASSETS.map(({ symbol }) => (
              <option key={symbol}>{symbol}</option>
            ))}
          </Select>
        </Field>
        <Field label="From">
          <TextInput type="date" value={filter.from ?? ''} max={filter.to} onChange={set('from')} />
        </Field>
        <Field label="To">
          <TextInput type="date" value={filter.to ?? ''} min={filter.from} onChange={set('to')} />
        </Field>
        <div className="hidden h-12 items-center md:flex">
          <ShowAll disabled={!isNarrowed(filter)} onPress={() => onChange(NONE)} />
        </div>
      </div>
    </div>
  )
}

const NONE = { kind: undefined, symbol: undefined, from: undefined, to: undefined }

function ShowAll({ disabled = false, onPress }: { disabled?: boolean; onPress: () => void }) {
  return (
    <Button size="small" variant="ghost" disabled={disabled} onClick={onPress}>
      Show all
    </Button>
  )
}
