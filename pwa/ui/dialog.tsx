import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'

const DialogFrame = lazy(async () => ({
  default: (await import('./dialog-frame.tsx')).DialogFrame,
}))

/** A bottom sheet on a phone, a dialog on a desktop; its code loads when one first opens. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  )
}
