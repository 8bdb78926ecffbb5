import type { ReactNode } from 'react'

/** A label and what it says, in a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="wrap-anywhere text-fg-2">{children}</dd>
    </div>
  )
}
