import { Link, useLocation } from 'react-router-dom'
import { Notice } from '#pwa/ui/notice.tsx'
import { CHECK_TEXTS } from './checks.ts'
import { useLedgerAlarm } from './use-reconciliation.ts'

const PAGE = '/admin/reconciliation'

export function LedgerAlarm() {
  const alarm = useLedgerAlarm()
  const { pathname } = useLocation()
  if (!alarm || pathname === PAGE) return null
  return (
    <div className="mb-4">
      <Notice tone="down">
        <strong className="block font-semibold text-fg">The ledger is not sound</strong>
        {`The check “${CHECK_TEXTS[alarm.check].label}” has failed. `}
        <Link to={PAGE} className="font-semibold text-fg underline">
          See what was found
        </Link>
      </Notice>
    </div>
  )
}
