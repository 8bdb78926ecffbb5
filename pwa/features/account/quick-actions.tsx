import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, PieChart } from 'lucide-react'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { Button } from '#pwa/ui/button.tsx'
import { msg, t } from '#shared/text/t.ts'

const ACTIONS = [
  { dialog: 'deposit', label: msg('Deposit'), icon: ArrowDownToLine },
  { dialog: 'withdraw', label: msg('Withdraw'), icon: ArrowUpFromLine },
  { dialog: 'convert', label: msg('Convert'), icon: ArrowLeftRight },
  { dialog: 'portfolio', label: msg('Portfolio'), icon: PieChart },
]

/** Shortcuts to the dialogs that users open most. Source: docs/product.md, Screens and navigation */
export function QuickActions() {
  const { open } = useHomeDialog()
  return (
    <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
      {ACTIONS.map(({ dialog, label, icon: Icon }) => (
        <Button key={dialog} icon={<Icon className="size-4" />} onClick={() => open(dialog)}>
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
