import { Search } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { Field, Select, TextInput } from '#pwa/ui/field.tsx'
import { FilterBar, PeriodFields } from '#pwa/ui/filter-bar.tsx'
import { t, translated } from '#shared/text/t.ts'
import { type AuditFilter, NO_FILTER, narrowedBy, personName } from './audit-filter.ts'
import { useAuditFilters } from './use-audit.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (change: Readonly<Record<string, string | undefined>>) => void
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { data } = useAuditFilters()
  const set = (name: keyof AuditFilter) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value || undefined })
  return (
    <FilterBar
      count={narrowedBy(filter)}
      className="md:grid-cols-3 2xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
      onShowAll={() => onChange(NO_FILTER)}
    >
      <Field label={t('By')}>
        <Select value={filter.by ?? ''} onChange={set('by')}>
          <option value="">{t('Everyone')}</option>
          {data?.staff.map((person) => (
            <option key={person.user_id} value={person.user_id ?? ''}>
              {personName(person)}
            </option>
          ))}
        </Select>
      </Field>
      <UserField key={filter.user} user={filter.user} onChange={(user) => onChange({ user })} />
      <Field label={t('Action')} className="col-span-2 md:col-span-1">
        <Select
          value={filter.type ?? (filter.area ? `${AREA}${filter.area}` : '')}
          onChange={({ target }) => onChange(actFrom(target.value))}
        >
          <option value="">{t('All actions')}</option>
          {data?.areas.map(({ area, label, types }) => (
            <optgroup key={area} label={translated(label)}>
              <option value={`${AREA}${area}`}>
                {t('{area}: all', { area: translated(label) })}
              </option>
              {types.map(({ type, title }) => (
                <option key={type} value={type}>
                  {translated(title)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <PeriodFields from={filter.from} to={filter.to} onChange={onChange} />
    </FilterBar>
  )
}

/** Distinguishes an area from a type in the combined list. */
const AREA = 'area:'

function actFrom(value: string): Readonly<Record<string, string | undefined>> {
  if (value.startsWith(AREA)) return { area: value.slice(AREA.length), type: undefined }
  return { area: undefined, type: value || undefined }
}

interface UserFieldProps {
  user: string | undefined
  onChange: (user: string | undefined) => void
}

/** A person is looked up when the name is complete: on Enter, or on leaving the field. */
function UserField({ user, onChange }: UserFieldProps) {
  const [typed, setTyped] = useState(user ?? '')
  const commit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    const text = typed.trim() || undefined
    if (text !== user) onChange(text)
  }
  return (
    <form onSubmit={commit}>
      <Field label={t('User')}>
        <TextInput
          type="search"
          autoComplete="off"
          maxLength={254}
          placeholder={t('ID or email')}
          leading={<Search className="size-4" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => commit()}
        />
      </Field>
    </form>
  )
}
