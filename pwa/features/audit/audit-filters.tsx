import { Search, SlidersHorizontal } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { type AuditFilter, NO_FILTER, narrowedBy, personName } from './audit-filter.ts'
import { useAuditFilters } from './use-audit.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (change: Readonly<Record<string, string | undefined>>) => void
}

/** Narrows the acts by who, whom, what and when. On a phone it opens when it is asked for. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAuditFilters()
  const count = narrowedBy(filter)
  const set = (name: keyof AuditFilter) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value || undefined })
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
        {count > 0 && <ShowAll onPress={() => onChange(NO_FILTER)} />}
      </div>
      <div
        className={classNames(
          'grid-cols-2 gap-3 md:grid md:grid-cols-3 md:items-end lg:grid-cols-[repeat(5,minmax(0,1fr))_auto]',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        <Field label="By">
          <Select value={filter.by ?? ''} onChange={set('by')}>
            <option value="">Everybody</option>
            {data?.staff.map((person) => (
              <option key={person.user_id} value={person.user_id ?? ''}>
                {personName(person)}
              </option>
            ))}
          </Select>
        </Field>
        <UserField key={filter.user} user={filter.user} onChange={(user) => onChange({ user })} />
        <Field label="Act" className="col-span-2 md:col-span-1">
          <Select
            value={filter.type ?? (filter.area ? `${AREA}${filter.area}` : '')}
            onChange={({ target }) => onChange(actFrom(target.value))}
          >
            <option value="">All acts</option>
            {data?.areas.map(({ area, label, types }) => (
              <optgroup key={area} label={label}>
                <option value={`${AREA}${area}`}>{label}: all</option>
                {types.map(({ type, title }) => (
                  <option key={type} value={type}>
                    {title}
                  </option>
                ))}
              </optgroup>
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
          <ShowAll disabled={count === 0} onPress={() => onChange(NO_FILTER)} />
        </div>
      </div>
    </div>
  )
}

/** Tells a whole area from a type in the one list of both. */
const AREA = 'area:'

function actFrom(value: string): Readonly<Record<string, string | undefined>> {
  if (value.startsWith(AREA)) return { area: value.slice(AREA.length), type: undefined }
  return { area: undefined, type: value || undefined }
}

interface UserFieldProps {
  user: string | undefined
  onChange: (user: string | undefined) => void
}

/** Somebody is looked up when the name is complete: on Enter, or on leaving the field. */
function UserField({ user, onChange }: UserFieldProps) {
  const [typed, setTyped] = useState(user ?? '')
  const commit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    const text = typed.trim() || undefined
    if (text !== user) onChange(text)
  }
  return (
    <form onSubmit={commit}>
      <Field label="User">
        <TextInput
          type="search"
          autoComplete="off"
          maxLength={254}
          placeholder="ID or e-mail"
          leading={<Search className="size-4" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => commit()}
        />
      </Field>
    </form>
  )
}

function ShowAll({ disabled = false, onPress }: { disabled?: boolean; onPress: () => void }) {
  return (
    <Button size="small" variant="ghost" disabled={disabled} onClick={onPress}>
      Show all
    </Button>
  )
}
