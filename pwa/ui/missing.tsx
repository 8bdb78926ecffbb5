import { classNames } from './class-names.ts'

interface MissingProps {
  label?: string
  className?: string | undefined
}

/** Shown for an unknown number. */
export function Missing({ label = 'Not available', className }: MissingProps) {
  return (
    <span className={classNames('text-fg-3', className)}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
