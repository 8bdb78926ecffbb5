import { Field } from '#pwa/ui/field.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { ADJUSTMENT_REASON_MAX } from '#shared/rules/adjustments.ts'

interface ReasonFieldProps {
  value: string
  onValueChange: (value: string) => void
  error: string | undefined
}

export function ReasonField({ value, onValueChange, error }: ReasonFieldProps) {
  return (
    <Field label="Reason" hint="The user reads it beside the adjustment." error={error}>
      <Textarea
        rows={2}
        maxLength={ADJUSTMENT_REASON_MAX}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  )
}
