import { TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'

interface ErrorStateProps {
  title?: string | undefined
  /** What happened, as the refusal or failure says it. */
  message: string
  onRetry?: (() => void) | undefined
}

export function ErrorState({ title = 'That did not load', message, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <span
        aria-hidden="true"
        className="mb-1 grid size-12 place-items-center rounded-full bg-down/10 text-down"
      >
        <TriangleAlert className="size-5" />
      </span>
      <p className="font-semibold text-base text-fg">{title}</p>
      <p className="max-w-sm text-fg-2 text-sm">{message}</p>
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
