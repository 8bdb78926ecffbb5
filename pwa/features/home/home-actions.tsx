import {
  ArrowDownToLine,
  ArrowLeftRight,
  ChartCandlestick,
  HandCoins,
  UserRoundPlus,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { sayComingSoon } from '#pwa/stores/coming-soon.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { ActionTile, ICON, OTHER, TILE } from './action-tile.tsx'

const ACTIONS = [
  { dialog: 'deposit', label: 'Deposit', icon: ArrowDownToLine },
  { dialog: 'convert', label: 'Convert', icon: ArrowLeftRight },
  { dialog: 'loan-application', label: 'Apply for Loan', icon: HandCoins },
]

/** The action grid of the home screen; each tile opens a dialog. Source: docs/product.md, Screens and navigation */
export function HomeActions() {
  const { open } = useHomeDialog()
  return (
    <div className="grid grid-cols-5 gap-x-2 gap-y-4 lg:flex lg:gap-3">
      {ACTIONS.map(({ dialog, label, icon }) => (
        <ActionTile
          key={dialog}
          label={label}
          icon={icon}
          first={dialog === 'deposit'}
          onOpen={() => open(dialog)}
        />
      ))}
      <ActionTile label="Invite" icon={UserRoundPlus} onOpen={() => sayComingSoon('Invite')} />
      <Link to="/exchange" className={TILE}>
        <span className={classNames(ICON, OTHER)}>
          <ChartCandlestick aria-hidden="true" className="size-5" />
        </span>
        Trade
      </Link>
    </div>
  )
}
