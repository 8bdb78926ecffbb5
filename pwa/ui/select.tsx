import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

/** The native control: phones bring their own wheel, and nothing of it needs an injected style. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldControl()
  return (
    <div className="relative">
      <select
        {...field}
        {...rest}
        className={classNames(controlClass, 'h-12 appearance-none pr-10', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-fg-3"
      />
    </div>
  )
}
