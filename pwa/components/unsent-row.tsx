import type { ReactNode } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'

interface UnsentRowProps {
  title: string
  /** The amount or whatever tells this submission from the next one. */
  value: ReactNode
  label: string
  state: 'waiting' | 'sending' | 'unknown' | 'refused'
  failure: { readonly error: string; readonly message: string } | undefined
  onCancel?: (() => void) | undefined
  onDismiss?: (() => void) | undefined
  /** Back into its form, where what was refused can be put right. */
  onAgain?: (() => void) | undefined
}

/** A submission that the server has not taken, in the list where it will stand afterwards. */
export function UnsentRow(props: UnsentRowProps) {
  const { title, value, label, state, failure, onCancel, onDismiss, onAgain } = props
  return (
    <li className="flex flex-col gap-2 border-line border-b py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-3">
        <p className="font-medium text-base text-fg">{title}</p>
        <div className="flex flex-col items-end gap-1">
          <span className="num font-medium text-fg">{value}</span>
          <StatusBadge status={state === 'unknown' ? 'waiting' : state} label={label} />
        </div>
      </div>
      {failure && state === 'refused' && (
        <p className="text-down text-sm" role="alert">
          <strong>{failure.error}:</strong> {failure.message}
        </p>
      )}
      {(onCancel || onDismiss || onAgain) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {onDismiss && (
            <Button size="small" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
          {onAgain && (
            <Button size="small" variant="primary" onClick={onAgain}>
              Submit again
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
