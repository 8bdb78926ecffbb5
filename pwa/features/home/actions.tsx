import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BadgeCheck,
  ChartCandlestick,
  HandCoins,
  History,
  Landmark,
  type LucideIcon,
  PieChart,
  ScrollText,
  UserRoundPlus,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { CountMark } from '#pwa/ui/count-mark.tsx'
import { msg, t } from '#shared/text/t.ts'

const MAIN = [
  { dialog: 'deposit', label: msg('Deposit'), icon: ArrowDownToLine },
  { dialog: 'convert', label: msg('Convert'), icon: ArrowLeftRight },
  { dialog: 'loan-application', label: msg('Apply for Loan'), icon: HandCoins },
]

const QUICK = [
  { dialog: 'withdraw', label: msg('Withdraw'), icon: ArrowUpFromLine },
  { dialog: 'portfolio', label: msg('Portfolio'), icon: PieChart },
  { dialog: 'transaction-history', label: msg('History'), icon: History },
  { dialog: 'verification', label: msg('Verification'), icon: BadgeCheck },
  { dialog: 'loan-history', label: msg('My Loans'), icon: Landmark },
]

/** The action grid of the home screen. Source: docs/product.md, Screens and navigation */
export function HomeActions() {
  const { open } = useHomeDialog()
  return (
    <div className="grid grid-cols-5 gap-x-2 large-text:grid-cols-2 gap-y-4 lg:flex lg:gap-3">
      {MAIN.map(({ dialog, ...tile }) => (
        <Tile
          key={dialog}
          {...tile}
          label={t(tile.label)}
          first={dialog === 'deposit'}
          onOpen={() => open(dialog)}
        />
      ))}
      <Tile label={t('Invite')} icon={UserRoundPlus} inert />
      <Tile label={t('Trade')} icon={ChartCandlestick} to="/exchange" />
    </div>
  )
}

/** `unread`: how many results of requests are unread. */
export function QuickActions({ unread }: { unread: number }) {
  const { open } = useHomeDialog()
  return (
    <Card title={t('Quick Actions')}>
      <div className="grid grid-cols-3 gap-x-2 large-text:grid-cols-2 gap-y-4 md:flex md:gap-3">
        {QUICK.map(({ dialog, ...tile }) => (
          <Tile
            key={dialog}
            {...tile}
            label={t(tile.label)}
            count={dialog === 'transaction-history' ? unread : 0}
            onOpen={() => open(dialog)}
          />
        ))}
        <Tile label={t('Activity')} icon={ScrollText} to="/activity" />
      </div>
    </Card>
  )
}

interface TileProps {
  label: string
  icon: LucideIcon
  /** The most common action. */
  first?: boolean
  /** The number of unread items on that page. */
  count?: number
  /** The entry links to this page; without it, it is a button. */
  to?: string
  /** Not available yet: it does nothing. */
  inert?: boolean
  onOpen?: () => void
}

function Tile({ label, icon: Icon, first, count = 0, to, inert, onOpen }: TileProps) {
  const content = (
    <>
      <span
        className={classNames(
          'relative grid size-12 place-items-center rounded-full',
          first ? 'bg-accent-fill text-on-accent' : 'bg-surface-3 text-accent',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
        <CountMark count={count} on="surface" />
      </span>
      {label}
    </>
  )
  if (to) {
    return (
      <Link to={to} className={TILE}>
        {content}
      </Link>
    )
  }
  const named =
    count > 0 ? t('{label}, {count, plural, other {# new}}', { label, count }) : undefined
  return (
    <button type="button" aria-label={named} className={TILE} disabled={inert} onClick={onOpen}>
      {content}
    </button>
  )
}

const TILE =
  'flex min-w-0 flex-col items-center gap-2 rounded-md py-1 text-center font-medium text-fg-2 text-xs transition-colors hover:text-fg disabled:opacity-45 md:min-w-24 md:text-sm'
