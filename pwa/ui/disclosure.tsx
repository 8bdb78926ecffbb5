import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  readonly title: string
  readonly children: ReactNode
}

/** Content that few users want to read, collapsed by default. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 font-medium text-fg-2 text-sm hover:text-fg [&::-webkit-details-marker]:hidden">
        {title}
        <DisclosureArrow />
      </summary>
      <div className="border-line border-t p-4">{children}</div>
    </details>
  )
}

/** Turned over where the `group` around it is open. */
export function DisclosureArrow() {
  return (
    <ChevronDown
      aria-hidden="true"
      className="size-5 shrink-0 text-fg-3 transition-transform group-open:rotate-180"
    />
  )
}
