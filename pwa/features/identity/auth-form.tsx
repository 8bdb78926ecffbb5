import type { ComponentProps, ReactNode } from 'react'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { ProblemNotice } from '#pwa/ui/notice.tsx'
import { t } from '#shared/text/t.ts'

interface AuthFormProps {
  form: Pick<CommandForm<object>, 'formProps' | 'submitProps' | 'notice'>
  submit: string
  children: ReactNode
}

/** Fields, problem and button of a form before signing in. */
export function AuthForm({ form, submit, children }: AuthFormProps) {
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      {children}
      <ProblemNotice problem={form.notice} />
      <Button {...form.submitProps} variant="primary" size="large" wide>
        {submit}
      </Button>
    </form>
  )
}

interface EmailFieldProps extends ComponentProps<'input'> {
  error: ComponentProps<typeof Field>['error']
}

/** `autoComplete` tells a password manager whether this is a log-in or a new account. */
export function EmailField({ error, ...input }: EmailFieldProps) {
  return (
    <Field label={t('Email')} error={error}>
      <TextInput type="email" inputMode="email" autoCapitalize="none" {...input} />
    </Field>
  )
}
