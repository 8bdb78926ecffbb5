import { classNames } from './class-names.ts'

interface ShortTextProps {
  className?: string
  children: string
}

/**
 * One line that ends in an ellipsis where it does not fit; its title is the whole text. A name or an
 * email address keeps its beginning among texts that run the other way.
 */
export function ShortText({ className, children }: ShortTextProps) {
  return (
    <span
      dir="auto"
      title={children}
      className={classNames('truncate [text-align:-webkit-match-parent]', className)}
    >
      {children}
    </span>
  )
}
