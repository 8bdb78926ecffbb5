import {
  ArrowUpFromLine,
  BadgeCheck,
  History,
  Landmark,
  type LucideIcon,
  PieChart,
  ScrollText,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import type { HomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { ActionTile, ICON, OTHER, TILE } from './action-tile.tsx'

interface QuickActionsProps {
  /** How many results of requests wait to be read. */
  unread: number
  onOpen: (dialog: HomeDialog) => void
}

const ACTIONS: readonly { dialog: HomeDialog; label: string; icon: LucideIcon }[] = [
  { dialog: 'withdraw', label: 'Withdraw', icon: ArrowUpFromLine },
  { dialog: 'portfolio', label: 'Portfolio', icon: PieChart },
  { dialog: 'transaction-history', label: 'History', icon: History },
  { dialog: 'verification', label: 'Verification', icon: BadgeCheck },
  { dialog: 'loan-history', label: 'My Loans', icon: Landmark },
]

/** Actions that show something. */
export function QuickActions({ unread, onOpen }: QuickActionsProps) {
  return (
    <Card title="Quick Actions">
      <div className="grid grid-cols-3 gap-x-2 gap-y-4 md:flex md:gap-3">
        {ACTIONS.map(({ dialog, label, icon }) => (
          <ActionTile
            key={dialog}
            label={label}
            icon={icon}
            count={dialog === 'transaction-history' ? unread : 0}
            onOpen={() => onOpen(dialog)}
          />
        ))}
        <Link to="/activity" className={TILE}>
          <span className={classNames(ICON, OTHER)}>
            <ScrollText aria-hidden="true" className="size-5" />
          </span>
          Activity
        </Link>
      </div>
    </Card>
  )
}
