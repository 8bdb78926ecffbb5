import { Dialog } from '#pwa/ui/dialog.tsx'
import { PortfolioView } from './portfolio-view.tsx'

interface PortfolioDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PortfolioDialog({ open, onOpenChange }: PortfolioDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Portfolio" size="large">
      <PortfolioView />
    </Dialog>
  )
}
