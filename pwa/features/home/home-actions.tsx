import {
  ArrowDownToLine,
  ArrowLeftRight,
  ChartCandlestick,
  History,
  Lock,
  type LucideIcon,
  PieChart,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '#pwa/ui/class-names.ts'
import type { HomeDialog } from './use-home-dialog.ts'

interface HomeActionsProps {
  /** How many results of requests wait to be read. */
  unread: number
  onOpen: (dialog: HomeDialog) => void
}

const ACTIONS: readonly { dialog: HomeDialog; label: string; icon: LucideIcon }[] = [
  { dialog: 'deposit', label: 'Deposit', icon: ArrowDownToLine },
  { dialog: 'convert', label: 'Convert', icon: ArrowLeftRight },
  { dialog: 'portfolio', label: 'Portfolio', icon: PieChart },
  { dialog: 'staking', label: 'Staking', icon: Lock },
  { dialog: 'transaction-history', label: 'History', icon: History },
]

/** The acts of the home screen; each opens its dialog. */
export function HomeActions({ unread, onOpen }: HomeActionsProps) {
  const unreadIn = (dialog: HomeDialog) => (dialog === 'transaction-history' ? unread : 0)
  return (
    <div className="grid grid-cols-4 gap-x-2 gap-y-4 lg:flex lg:gap-3">
      {ACTIONS.map(({ dialog, label, icon: Icon }) => (
        <button
          key={dialog}
          type="button"
          aria-label={unreadIn(dialog) > 0 ? `${label}, ${unread} new` : undefined}
          className={TILE}
          onClick={() => onOpen(dialog)}
        >
          <span className={classNames(ICON, dialog === 'deposit' ? FIRST : OTHER)}>
            <Icon aria-hidden="true" className="size-5" />
            {unreadIn(dialog) > 0 && (
              <span className="num -top-1 -right-1 absolute grid h-5 min-w-5 place-items-center rounded-full border-2 border-surface bg-down px-1 font-semibold text-[0.6875rem] text-on-down leading-none">
                {unread}
              </span>
            )}
          </span>
          {label}
        </button>
      ))}
      <Link to="/exchange" className={TILE}>
        <span className={classNames(ICON, OTHER)}>
          <ChartCandlestick aria-hidden="true" className="size-5" />
        </span>
        Trade
      </Link>
    </div>
  )
}

const TILE =
  'flex min-w-0 flex-col items-center gap-2 rounded-md py-1 font-medium text-fg-2 text-xs transition-colors hover:text-fg md:min-w-24 md:text-sm'

const ICON = 'relative grid size-12 place-items-center rounded-full'
const FIRST = 'bg-accent-fill text-on-accent'
const OTHER = 'bg-surface-3 text-accent'
