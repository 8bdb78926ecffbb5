import { ArrowUpFromLine, BadgeCheck, History, Landmark, PieChart, ScrollText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { ActionTile, ICON, OTHER, TILE } from './action-tile.tsx'

const ACTIONS = [
  { dialog: 'withdraw', label: 'Withdraw', icon: ArrowUpFromLine },
  { dialog: 'portfolio', label: 'Portfolio', icon: PieChart },
  { dialog: 'transaction-history', label: 'History', icon: History },
  { dialog: 'verification', label: 'Verification', icon: BadgeCheck },
  { dialog: 'loan-history', label: 'My Loans', icon: Landmark },
]

/** `unread`: how many results of requests are unread. */
export function QuickActions({ unread }: { unread: number }) {
  const { open } = useHomeDialog()
  return (
    <Card title="Quick Actions">
      <div className="grid grid-cols-3 gap-x-2 gap-y-4 md:flex md:gap-3">
        {ACTIONS.map(({ dialog, label, icon }) => (
          <ActionTile
            key={dialog}
            label={label}
            icon={icon}
            count={dialog === 'transaction-history' ? unread : 0}
            onOpen={() => open(dialog)}
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
