import { Dialog } from '#pwa/ui/dialog.tsx'
import { PortfolioView } from './portfolio-view.tsx'

export function PortfolioDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Portfolio" size="large">
      <PortfolioView />
    </Dialog>
  )
}
