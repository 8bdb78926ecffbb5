import { type ComponentProps, useEffect, useState } from 'react'
import { t } from '#shared/text/t.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type ButtonProps = ComponentProps<typeof Button>

interface DialogActionsProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  /** From `useCommandForm`, or the same facts about a button that submits no form. */
  form: {
    readonly isBusy?: boolean | undefined
    readonly submitProps: Pick<ButtonProps, 'type' | 'form' | 'busy' | 'onClick'>
  }
  /** The label of the primary button. */
  submit: string
  /** What the button does, if its label changes without that: a label may have an amount. */
  act?: string
  /** The label of the button that changes nothing; it is absent without `onBack`. */
  back?: string | undefined
  onBack?: () => void
}

/** The second press of a double click or tap comes within this time of the first. */
const SECOND_PRESS_MS = 500

/** The buttons at the foot of a dialog. While the action runs, neither can be pressed. */
export function DialogActions(props: DialogActionsProps) {
  const { form, submit, act = submit, back = t('Cancel'), onBack, ...rest } = props
  const { variant = 'primary', disabled } = rest
  const [firstAct] = useState(act)
  return (
    <>
      {onBack && (
        <Button className="flex-1 md:flex-none" disabled={form.isBusy} onClick={onBack}>
          {back}
        </Button>
      )}
      {/* Keyed by what it does: a second Enter must not press the button that replaces this one. */}
      <ActingButton
        key={act}
        {...form.submitProps}
        replaces={act !== firstAct}
        variant={variant}
        disabled={disabled}
      >
        {submit}
      </ActingButton>
    </>
  )
}

/**
 * A button that replaces another in its place can be pressed by a pointer a moment later, so that a
 * double click or tap on the previous one does not accept what has not been read.
 */
function ActingButton({ replaces, ...rest }: ButtonProps & { replaces: boolean }) {
  const [isNew, setNew] = useState(replaces)
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => setNew(false), SECOND_PRESS_MS)
    return () => clearTimeout(timer)
  }, [isNew])
  return (
    <Button
      {...rest}
      data-acts=""
      aria-keyshortcuts="Control+Enter"
      className={classNames('flex-1 md:flex-none', isNew && 'pointer-events-none')}
    />
  )
}
