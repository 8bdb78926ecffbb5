import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { Field, TextInput } from './field.tsx'

interface SearchFieldProps {
  /** For screen readers; other users see the placeholder. */
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, onChange, className, ...input }: SearchFieldProps) {
  return (
    <Field label={label} labelHidden className={className}>
      <TextInput
        {...input}
        type="search"
        autoComplete="off"
        maxLength={120}
        leading={<Search className="size-4" />}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
