import { classNames } from './class-names.ts'

interface ShortTextProps {
  className?: string
  children: string
}

/** One line that ends in an ellipsis where it does not fit; its title is the whole text. */
export function ShortText({ className, children }: ShortTextProps) {
  return (
    <span title={children} className={classNames('truncate', className)}>
      {children}
    </span>
  )
}
