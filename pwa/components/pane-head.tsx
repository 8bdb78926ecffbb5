import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '#pwa/ui/button.tsx'

interface PaneHeadProps {
  /** The list that a phone shows instead of the pane. */
  listAddress: string
  listLabel: string
  /** The heading and the line below it. */
  children: ReactNode
  /** Statuses and buttons. */
  beside?: ReactNode
}

/**
 * The head of what is open beside a list. What is beside the heading moves below it where it would
 * leave no room for a name.
 */
export function PaneHead({ listAddress, listLabel, children, beside }: PaneHeadProps) {
  return (
    <header className="flex min-h-16 flex-wrap items-center justify-end gap-x-2 gap-y-1 border-line border-b px-2 py-2 md:ps-4">
      <Link
        to={listAddress}
        aria-label={listLabel}
        className={`${buttonClass({ variant: 'ghost' })} md:hidden`}
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </Link>
      <div className="min-w-0 flex-1 basis-36">{children}</div>
      {beside && (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-1.5 md:pe-2">
          {beside}
        </div>
      )}
    </header>
  )
}
