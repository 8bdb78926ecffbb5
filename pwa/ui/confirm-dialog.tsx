import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  confirmLabel: string
  tone?: 'primary' | 'danger'
  busy?: boolean
  onConfirm: () => void
  /** Repeats every number that matters. */
  children: ReactNode
}

/** The one way to ask before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, confirmLabel, tone = 'primary', busy, onConfirm } = props
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
            Cancel
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
