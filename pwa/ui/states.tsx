import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/text/t.ts'
import { Button } from './button.tsx'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-1 grid size-12 place-items-center rounded-full bg-surface-2 text-fg-3"
        >
          {icon}
        </span>
      )}
      <p className="font-semibold text-base text-fg">{title}</p>
      {children && <p className="max-w-sm text-fg-3 text-sm">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  title?: string | undefined
  /** The text of the refusal or failure. */
  message: string
  onRetry?: (() => void) | undefined
}

export function ErrorState({
  title = t('This could not be loaded'),
  message,
  onRetry,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert className="size-5 text-danger" />}
        title={title}
        action={onRetry && <Button onClick={onRetry}>{t('Try again')}</Button>}
      >
        {message}
      </EmptyState>
    </div>
  )
}
