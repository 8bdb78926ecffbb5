import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field } from '#pwa/ui/field.tsx'
import { problemAt } from '#pwa/ui/problem.ts'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { refuse } from '#shared/refusal.ts'
import { ADJUSTMENT_REASON_MAX } from '#shared/rules/adjustments.ts'

/** An adjustment of balances is not made without a reason. */
export function reasonProblem({ reason }: { readonly reason: string }) {
  if (reason.trim() !== '') return undefined
  const problem = problemOfRefusal(refuse('adjustment.reason_required'))
  return problem && problemAt('reason', { ...problem, title: '' })
}

export function ReasonField({ form }: { form: CommandForm<{ reason: string }> }) {
  return (
    <Field
      label="Reason"
      hint="The user reads it beside the adjustment."
      error={form.error('reason')}
    >
      <Textarea rows={2} maxLength={ADJUSTMENT_REASON_MAX} {...form.input('reason')} />
    </Field>
  )
}
