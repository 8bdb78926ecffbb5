import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface ConfirmDialogProps {
  open?: boolean
  onClose: () => void
  title: string
  confirmLabel: string
  /** The other button; needs another label where the action itself is a cancellation. */
  dismissLabel?: string
  tone?: 'primary' | 'success' | 'danger'
  busy?: boolean
  onConfirm: () => void
  /** Repeats every number that matters. */
  children: ReactNode
}

/** The only way to ask for confirmation before an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, onClose, title, confirmLabel, dismissLabel } = props
  const { tone = 'primary', busy, onConfirm } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      locked={busy}
      footer={
        <DialogActions
          form={{ isBusy: busy, submitProps: { busy, onClick: onConfirm } }}
          submit={confirmLabel}
          variant={tone}
          back={dismissLabel}
          onBack={onClose}
        />
      }
    >
      <div className="text-fg-2 text-sm">{props.children}</div>
    </Dialog>
  )
}
