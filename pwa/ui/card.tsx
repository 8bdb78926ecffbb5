import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  title?: string
  /** Its name for screen readers, if several cards have the same title. */
  label?: string
  /** At the right end of the title's line. */
  action?: ReactNode
  /** Lists reach from edge to edge; everything else keeps the inner margin. */
  flush?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, label, action, flush, className, children }: CardProps) {
  const titleId = useId()
  const hasHeader = Boolean(title || action)
  return (
    <section
      aria-label={label}
      aria-labelledby={title && !label ? titleId : undefined}
      className={classNames('min-w-0 rounded-lg border border-line bg-surface', className)}
    >
      {hasHeader && (
        <header className="flex min-h-12 items-center justify-between gap-3 px-4 pt-2 @max-xs/text:flex-wrap">
          <h2 id={titleId} className="font-semibold text-base text-fg">
            {title}
          </h2>
          {action}
        </header>
      )}
      <div
        className={flush ? 'overflow-hidden rounded-lg' : classNames('p-4', hasHeader && 'pt-2')}
      >
        {children}
      </div>
    </section>
  )
}
