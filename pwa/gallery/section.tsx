import { type ReactNode, useId } from 'react'

/** One family of components with the states that matter. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
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
