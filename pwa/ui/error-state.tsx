import { TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  title?: string | undefined
  /** The text of the refusal or failure. */
  message: string
  onRetry?: (() => void) | undefined
}

export function ErrorState({ title = 'That did not load', message, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert className="size-5 text-down" />}
        title={title}
        action={onRetry && <Button onClick={onRetry}>Try again</Button>}
      >
        {message}
      </EmptyState>
    </div>
  )
}
