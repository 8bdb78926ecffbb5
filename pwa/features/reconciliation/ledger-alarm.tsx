import { Link, useLocation } from 'react-router-dom'
import { Notice } from '#pwa/ui/notice.tsx'
import { t } from '#shared/text/t.ts'
import { CHECK_TEXTS } from './checks.ts'
import { useLedgerAlarm } from './use-reconciliation.ts'

const PAGE = '/admin/reconciliation'

export function LedgerAlarm() {
  const alarm = useLedgerAlarm()
  const { pathname } = useLocation()
  if (!alarm || pathname === PAGE) return null
  return (
    <div className="mb-4">
      <Notice tone="danger">
        <strong className="block font-semibold text-fg">{t('The ledger is not sound')}</strong>
        {t('The check “{check}” has failed.', { check: t(CHECK_TEXTS[alarm.check].label) })}{' '}
        <Link to={PAGE} className="font-semibold text-fg underline">
          {t('See what was found')}
        </Link>
      </Notice>
    </div>
  )
}
