import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field, Textarea } from '#pwa/ui/field.tsx'
import type { DecisionDraft, DecisionForm, ReviewAct } from './review-view.ts'

interface DecisionFieldsProps<S> {
  decision: DecisionForm<S>
  act: ReviewAct
  form: CommandForm<DecisionDraft>
}

/** The reason of a rejection, the notes of either decision. */
export function DecisionFields<S>({ decision, act, form }: DecisionFieldsProps<S>) {
  const { draft, change } = form
  const isRejection = act === 'reject'
  const { reason, takesNotes } = decision
  return (
    <>
      {isRejection && reason?.templates && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-medium text-fg-2 text-sm">Templates</legend>
          {reason.templates.map(({ label, text }) => (
            <Button
              key={label}
              size="small"
              variant="outline"
              onClick={() => change({ reason: withSentence(draft.reason, text) })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      {isRejection && reason && (
        <Field
          label="Rejection Reason"
          hint="The user reads this."
          optional={!reason.isRequired}
          error={form.error('reason')?.message}
        >
          <Textarea rows={reason.templates ? 5 : 3} maxLength={1000} {...form.input('reason')} />
        </Field>
      )}
      {takesNotes && (
        <Field label="Admin Notes" hint="The user reads these too." optional>
          <Textarea maxLength={2000} {...form.input('notes')} />
        </Field>
      )}
      {isRejection && takesNotes && (
        <Checkbox
          label="Require re-verification from user"
          checked={draft.requiresReverification}
          onChange={(event) => change({ requiresReverification: event.target.checked })}
        />
      )}
    </>
  )
}

/** Templates follow one another; one that is there already is not added again. */
function withSentence(before: string, sentence: string): string {
  if (before.includes(sentence)) return before
  return before.trim() === '' ? sentence : `${before.trim()}\n${sentence}`
}
