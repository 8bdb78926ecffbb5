import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#shared/text/t.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'

interface FilterBarProps {
  /** How many of its fields narrow the list. */
  count: number
  /** The columns of a wide screen, the last of which is for "Show all". */
  className: string
  onShowAll: () => void
  /** Its fields. */
  children: ReactNode
}

/** The filters above a list. On a phone they open on request. */
export function FilterBar({ count, className, onShowAll, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3 md:hidden">
        <Button
          size="small"
          aria-expanded={isOpen}
          icon={<SlidersHorizontal className="size-4" />}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? t('Filters ({count})', { count }) : t('Filters')}
        </Button>
        {count > 0 && <ShowAll onPress={onShowAll} />}
      </div>
      <div
        className={classNames(
          'grid-cols-2 gap-3 md:grid md:items-end',
          className,
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {children}
        <div className="hidden h-12 items-center md:flex">
          <ShowAll disabled={count === 0} onPress={onShowAll} />
        </div>
      </div>
    </div>
  )
}

interface PeriodFieldsProps {
  /** Days, as date fields write them. */
  from: string | undefined
  to: string | undefined
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void
}

/** From one day to another, both included. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  return (
    <>
      <Field label={t('From')}>
        <DateInput
          type="date"
          value={from ?? ''}
          max={to}
          onValueChange={(day) => onChange({ from: day || undefined })}
        />
      </Field>
      <Field label={t('To')}>
        <DateInput
          type="date"
          value={to ?? ''}
          min={from}
          onValueChange={(day) => onChange({ to: day || undefined })}
        />
      </Field>
    </>
  )
}

function ShowAll({ disabled = false, onPress }: { disabled?: boolean; onPress: () => void }) {
  return (
    <Button size="small" variant="ghost" disabled={disabled} onClick={onPress}>
      {t('Show all')}
    </Button>
  )
}
