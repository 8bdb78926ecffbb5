import { useState } from 'react'
import { Money } from '#pwa/ui/money.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { t } from '#shared/text/t.ts'

interface UserHoldingsProps {
  name: string
  holdings: AdminUser['portfolio']
}

const SHOWN = 3

export function UserHoldings({ name, holdings }: UserHoldingsProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (holdings.length === 0) return <p className="text-fg-3 text-sm">{t('No assets')}</p>
  const shown = showsAll ? holdings : holdings.slice(0, SHOWN)
  const more = holdings.length - shown.length
  return (
    <div>
      <HoldingsTable label={t('Portfolio of {name}', { name })} rows={shown} as="portfolio" />
      {more > 0 && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="min-h-11 text-info text-sm hover:underline"
        >
          {t('{count, plural, one {Show # more asset} other {Show # more assets}}', {
            count: more,
          })}
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
    // With large text three columns of amounts are wider than a phone.
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full text-sm">
        <thead>
          <tr className="text-fg-3 text-xs">
            <th scope="col" className="pb-1 text-start font-normal">
              {t('Asset')}
            </th>
            <th scope="col" className="pb-1 text-end font-normal">
              {t('Available')}
            </th>
            <th scope="col" className="pb-1 text-end font-normal">
              {t('Frozen')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ symbol, available, frozen }) => (
            <tr key={symbol} className="border-line border-t">
              <th scope="row" className="py-1.5 text-start font-medium text-fg">
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
    </div>
  )
}

function cellClass(amount: string): string {
  return `py-1.5 text-end ${amount === '0' ? 'text-fg-3' : 'text-fg-2'}`
}
