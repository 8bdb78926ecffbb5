import type { ComponentProps } from 'react'
import { t } from '#shared/text/t.ts'
import { Button } from './button.tsx'

type ButtonProps = ComponentProps<typeof Button>

interface DialogActionsProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  /** Of `useCommandForm`, or the same facts about a button that submits no form. */
  form: {
    readonly isBusy?: boolean | undefined
    readonly submitProps: Pick<ButtonProps, 'type' | 'form' | 'busy' | 'onClick'>
  }
  /** The label of the button that acts. */
  submit: string
  /** The label of the button that leaves everything as it is; there is none without `onBack`. */
  back?: string | undefined
  onBack?: () => void
}

/** The buttons at the foot of a dialog. While the second works, neither can be pressed. */
export function DialogActions(props: DialogActionsProps) {
  const { form, submit, back = t('Cancel'), onBack, variant = 'primary', disabled } = props
  return (
    <>
      {onBack && (
        <Button className="flex-1 md:flex-none" disabled={form.isBusy} onClick={onBack}>
          {back}
        </Button>
      )}
      {/* Keyed by its label: a second Enter must not press the button that replaces this one. */}
      <Button
        key={submit}
        {...form.submitProps}
        data-acts=""
        aria-keyshortcuts="Control+Enter"
        variant={variant}
        disabled={disabled}
        className="flex-1 md:flex-none"
      >
        {submit}
      </Button>
    </>
  )
}
