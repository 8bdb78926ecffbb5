import { Button } from './button.tsx'

interface DialogActionsProps {
  /** Leaves everything as it is. */
  dismissLabel?: string | undefined
  onDismiss: () => void
  /** Left out where there is nothing to do but close. */
  confirmLabel?: string | undefined
  tone?: 'primary' | 'secondary' | 'up' | 'danger'
  busy?: boolean | undefined
  /** Something is missing or wrong. */
  disabled?: boolean | undefined
  onConfirm: () => void
}

/** The two buttons at the foot of a dialog. While the second works, neither can be pressed. */
export function DialogActions(props: DialogActionsProps) {
  const { dismissLabel = 'Cancel', confirmLabel, tone = 'primary', busy, disabled } = props
  return (
    <>
      <Button className="flex-1 md:flex-none" disabled={busy} onClick={props.onDismiss}>
        {dismissLabel}
      </Button>
      {confirmLabel && (
        <Button
          className="flex-1 md:flex-none"
          variant={tone}
          busy={busy}
          disabled={disabled}
          onClick={props.onConfirm}
        >
          {confirmLabel}
        </Button>
      )}
    </>
  )
}
