import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, PieChart } from 'lucide-react'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { Button } from '#pwa/ui/button.tsx'

const ACTIONS = [
  { dialog: 'deposit', label: 'Deposit', icon: ArrowDownToLine },
  { dialog: 'withdraw', label: 'Withdraw', icon: ArrowUpFromLine },
  { dialog: 'convert', label: 'Convert', icon: ArrowLeftRight },
  { dialog: 'portfolio', label: 'Portfolio', icon: PieChart },
]

/** Shortcuts to the dialogs that users open most. Source: docs/product.md, Screens and navigation */
export function QuickActions() {
  const { open } = useHomeDialog()
  return (
    <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
      {ACTIONS.map(({ dialog, label, icon: Icon }) => (
        <Button key={dialog} icon={<Icon className="size-4" />} onClick={() => open(dialog)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
