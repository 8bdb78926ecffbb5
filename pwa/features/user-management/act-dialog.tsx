import type { ComponentProps, ReactNode } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import type { Submitted } from '#pwa/hooks/use-submit.ts'
import { Field, Textarea } from '#pwa/ui/field.tsx'
import { problemAt } from '#pwa/ui/problem.ts'
import { readText } from '#shared/contract/text.ts'
import { refuse } from '#shared/refusal.ts'
import { ADJUSTMENT_REASON_MAX } from '#shared/rules/adjustments.ts'
import { t } from '#shared/text/t.ts'
import { failedWith } from './failed-text.ts'

interface ActDialogProps
  extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'submit' | 'variant' | 'onClose'> {
  send: (
    reason: string,
  ) => Submitted<{ message: string; awaits_second_approval?: true | undefined }>
  failed: string
  /** An adjustment of balances needs a reason. */
  asksReason?: boolean
  /** Who reads the reason. */
  reasonHint?: string
  onDone: () => void
  children: ReactNode
}

/** Asks for confirmation before staff act on a user. */
export function ActDialog(props: ActDialogProps) {
  const { send, failed, asksReason = false, onDone, children, ...rest } = props
  const { reasonHint = t('The user sees it with the adjustment.'), ...dialog } = rest
  const form = useCommandForm({
    initial: { reason: '' },
    check: ({ reason }) => (asksReason ? reasonProblem(reason) : undefined),
    send: ({ reason }) => send(reason.trim()),
    failed: failedWith(failed),
    done: (response) => {
      const message = readText(response, 'message')
      return response.awaits_second_approval
        ? { title: t('Awaits second approval'), message, tone: 'info' }
        : { title: t('Success'), message }
    },
    onSent: onDone,
  })
  return (
    <FormDialog form={form} size="small" {...dialog}>
      {children}
      {asksReason && (
        <Field label={t('Reason')} hint={reasonHint} error={form.error('reason')}>
          <Textarea rows={2} maxLength={ADJUSTMENT_REASON_MAX} {...form.input('reason')} />
        </Field>
      )}
    </FormDialog>
  )
}

function reasonProblem(reason: string) {
  if (reason.trim() !== '') return undefined
  const problem = problemOfRefusal(refuse('adjustment.reason_required'))
  return problem && problemAt('reason', { ...problem, title: '' })
}
