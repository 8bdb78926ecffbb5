import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

interface IconButtonProps extends ComponentProps<'button'> {
  /** What pressing it does; an icon has no name of its own. */
  label: string
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-fg-2 transition-colors hover:bg-surface-3 hover:text-fg disabled:opacity-45',
        className,
      )}
    >
      {children}
    </button>
  )
}
