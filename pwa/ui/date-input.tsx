import { type ComponentProps, useState } from 'react'
import { TextInput } from './field.tsx'

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  type: 'date' | 'datetime-local'
  /** As date fields write it; empty: none. */
  value: string
  onValueChange: (value: string) => void
}

/** While a year is being typed, the field has had the years 0002, 0020 and 0202. */
const HAS_WHOLE_YEAR = /^20\d\d-/

/** A day of this century, for a list that follows what is typed. */
export function DateInput({ value, onValueChange, ...rest }: DateInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...rest}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '' || HAS_WHOLE_YEAR.test(target.value)) onValueChange(target.value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
