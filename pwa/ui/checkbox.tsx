import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-fg-2 text-sm has-disabled:cursor-default">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer forced-color-adjust-none size-5 appearance-none rounded-sm border border-control bg-surface-2 transition-colors checked:border-accent-fill checked:bg-accent-fill disabled:opacity-45"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none forced-color-adjust-none absolute size-3.5 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{label}</span>
    </label>
  )
}
