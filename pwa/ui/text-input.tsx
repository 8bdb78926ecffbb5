import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

interface TextInputProps extends ComponentProps<'input'> {
  /** Inside the box, before the text: an icon. */
  leading?: ReactNode
  /** Inside the box, after the text: a unit, a small button. */
  trailing?: ReactNode
}

export function TextInput({ leading, trailing, className, ...rest }: TextInputProps) {
  const field = useFieldControl()
  return (
    <div className="relative">
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-fg-3">
          {leading}
        </span>
      )}
      <input
        {...field}
        {...rest}
        className={classNames(
          controlClass,
          'h-12',
          Boolean(leading) && 'pl-11',
          Boolean(trailing) && 'pr-16',
          className,
        )}
      />
      {trailing && (
        <span className="absolute inset-y-0 right-0 flex items-center pr-3 text-fg-2 text-sm">
          {trailing}
        </span>
      )}
    </div>
  )
}
