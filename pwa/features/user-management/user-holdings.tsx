import { useState } from 'react'
import { Money } from '#pwa/ui/money.tsx'
import type { AdminUser } from '#shared/contract/users.ts'

interface UserHoldingsProps {
  name: string
  holdings: AdminUser['portfolio']
}

const SHOWN = 3

export function UserHoldings({ name, holdings }: UserHoldingsProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (holdings.length === 0) return <p className="text-fg-3 text-sm">No assets</p>
  const shown = showsAll ? holdings : holdings.slice(0, SHOWN)
  const more = holdings.length - shown.length
  return (
    <div>
      <HoldingsTable label={`Portfolio of ${name}`} rows={shown} as="portfolio" />
      {more > 0 && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="min-h-11 text-info text-sm hover:underline"
        >
          Show {more} more
        </button>
      )}
    </div>
  )
}

interface HoldingsTableProps {
  label: string
  rows: readonly { symbol: string; available: string; frozen: string }[]
  /** How `Money` shows the amounts. */
  as: 'amount' | 'portfolio'
}

export function HoldingsTable({ label, rows, as }: HoldingsTableProps) {
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead>
        <tr className="text-fg-3 text-xs">
          <th scope="col" className="pb-1 text-left font-normal">
            Asset
          </th>
          <th scope="col" className="pb-1 text-right font-normal">
            Available
          </th>
          <th scope="col" className="pb-1 text-right font-normal">
            Frozen
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ symbol, available, frozen }) => (
          <tr key={symbol} className="border-line border-t">
            <th scope="row" className="py-1.5 text-left font-medium text-fg">
              {symbol}
            </th>
            <td className={cellClass(available)}>
              <Money amount={available} as={as} />
            </td>
            <td className={cellClass(frozen)}>
              <Money amount={frozen} as={as} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellClass(amount: string): string {
  return `py-1.5 text-right ${amount === '0' ? 'text-fg-3' : 'text-fg-2'}`
}
