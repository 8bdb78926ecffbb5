import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  confirmLabel: string
  /** What leaves everything as it is; named anew where the act itself is a cancellation. */
  dismissLabel?: string
  tone?: 'primary' | 'up' | 'danger'
  busy?: boolean
  onConfirm: () => void
  /** Repeats every number that matters. */
  children: ReactNode
}

/** The one way to ask before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, confirmLabel, dismissLabel = 'Cancel' } = props
  const { tone = 'primary', busy, onConfirm } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      size="small"
      locked={busy}
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={() => onOpenChange(false)}>
            {dismissLabel}
          </Button>
          <Button variant={tone} busy={busy} className="flex-1 md:flex-none" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-fg-2 text-sm">{props.children}</div>
    </Dialog>
  )
}
