import type { ReactNode } from 'react'

/** A titled part of a dialog or pane. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}
