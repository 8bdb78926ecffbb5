import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl()
  return (
    <textarea
      rows={3}
      {...field}
      {...rest}
      className={classNames(controlClass, 'resize-y py-2.5', className)}
    />
  )
}
