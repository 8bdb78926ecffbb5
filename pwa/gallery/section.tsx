import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  children: ReactNode
}

/** One family of components with the states that matter. */
export function Section({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="font-semibold text-fg text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** At the narrowest width that is supported. */
export function Narrow({ children }: { children: ReactNode }) {
  return <div className="w-80 max-w-full border border-line border-dashed">{children}</div>
}
