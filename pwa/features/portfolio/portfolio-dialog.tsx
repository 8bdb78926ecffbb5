import { lazy, Suspense } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'

const PortfolioView = lazy(async () => ({
  default: (await import('./portfolio-view.tsx')).PortfolioView,
}))

interface PortfolioDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PortfolioDialog({ open, onOpenChange }: PortfolioDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Portfolio" size="large">
      <Suspense fallback={<div className="min-h-96" />}>
        <PortfolioView />
      </Suspense>
    </Dialog>
  )
}
