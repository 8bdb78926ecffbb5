import { lazy, Suspense, useState } from 'react'

interface WithdrawDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const WithdrawFlow = lazy(async () => ({
  default: (await import('./withdraw-flow.tsx')).WithdrawFlow,
}))

/** Its code, with the codecs of wallet addresses, loads when it first opens; each time it is new. */
export function WithdrawDialog({ open, onOpenChange }: WithdrawDialogProps) {
  const [wasOpen, setWasOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpenings(openings + 1)
  }
  if (openings === 0) return null
  return (
    <Suspense>
      <WithdrawFlow key={openings} open={open} onOpenChange={onOpenChange} />
    </Suspense>
  )
}
