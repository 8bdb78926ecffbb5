import type { ComponentProps } from 'react'
import { Field } from '#pwa/ui/field.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'

interface EmailFieldProps extends ComponentProps<'input'> {
  error: ComponentProps<typeof Field>['error']
}

/** `autoComplete` tells a password manager whether this is a log-in or a new account. */
export function EmailField({ error, ...input }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <TextInput type="email" inputMode="email" autoCapitalize="none" {...input} />
    </Field>
  )
}
