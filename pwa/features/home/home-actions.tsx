import { ArrowDownToLine, ChartCandlestick, History, type LucideIcon, PieChart } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { HomeDialog } from './use-home-dialog.ts'

interface HomeActionsProps {
  onOpen: (dialog: HomeDialog) => void
}

const ACTIONS: readonly { dialog: HomeDialog; label: string; icon: LucideIcon }[] = [
  { dialog: 'deposit', label: 'Deposit', icon: ArrowDownToLine },
  { dialog: 'portfolio', label: 'Portfolio', icon: PieChart },
  { dialog: 'transaction-history', label: 'History', icon: History },
]

/** The acts of the home screen; each opens its dialog. */
export function HomeActions({ onOpen }: HomeActionsProps) {
  return (
    <div className="grid grid-cols-4 gap-2 md:flex md:gap-3">
      {ACTIONS.map(({ dialog, label, icon: Icon }) => (
        <button key={dialog} type="button" className={TILE} onClick={() => onOpen(dialog)}>
          <span className={ICON}>
            <Icon aria-hidden="true" className="size-5" />
          </span>
          {label}
        </button>
      ))}
      <Link to="/exchange" className={TILE}>
        <span className={ICON}>
          <ChartCandlestick aria-hidden="true" className="size-5" />
        </span>
        Trade
      </Link>
    </div>
  )
}

const TILE =
  'flex min-w-0 flex-col items-center gap-2 rounded-md py-1 font-medium text-fg-2 text-xs transition-colors hover:text-fg md:min-w-24 md:text-sm'

const ICON = 'grid size-12 place-items-center rounded-full bg-surface-3 text-accent'
