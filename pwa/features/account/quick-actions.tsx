import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  type LucideIcon,
  PieChart,
} from 'lucide-react'
import { ConvertDialog } from '#pwa/features/conversions/convert-dialog.tsx'
import { DepositDialog } from '#pwa/features/deposits/deposit-dialog.tsx'
import { PortfolioDialog } from '#pwa/features/portfolio/portfolio-dialog.tsx'
import { WithdrawDialog } from '#pwa/features/withdrawals/withdraw-dialog.tsx'
import { type HomeDialog, useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { Button } from '#pwa/ui/button.tsx'

/** Source: docs/product.md, Profile. */
const ACTIONS: readonly { dialog: HomeDialog; label: string; icon: LucideIcon }[] = [
  { dialog: 'deposit', label: 'Deposit', icon: ArrowDownToLine },
  { dialog: 'withdraw', label: 'Withdraw', icon: ArrowUpFromLine },
  { dialog: 'convert', label: 'Convert', icon: ArrowLeftRight },
  { dialog: 'portfolio', label: 'Portfolio', icon: PieChart },
]

/** What people come to their account for; each opens its dialog over it. */
export function QuickActions() {
  const { dialog, open, close } = useHomeDialog()
  const props = (name: HomeDialog) => ({
    open: dialog === name,
    onOpenChange: (isOpen: boolean) => (isOpen ? open(name) : close()),
  })
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {ACTIONS.map(({ dialog: name, label, icon: Icon }) => (
          <Button key={name} icon={<Icon className="size-4" />} onClick={() => open(name)}>
            {label}
          </Button>
        ))}
      </div>
      <DepositDialog {...props('deposit')} />
      <WithdrawDialog {...props('withdraw')} />
      <ConvertDialog {...props('convert')} />
      <PortfolioDialog {...props('portfolio')} />
    </>
  )
}
