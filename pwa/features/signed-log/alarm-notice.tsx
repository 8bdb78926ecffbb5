import { Link } from 'react-router-dom'
import { useSignedLogStore } from '#pwa/stores/signed-log.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { alarmWords } from './alarm-words.ts'

/** Reminds of a warning that was read, on every page, until the user trusts the log again. */
export function AlarmNotice() {
  const alarm = useSignedLogStore((known) => known.alarm)
  if (!alarm) return null
  const { reason, keptAtMs } = alarm.evidence
  return (
    <Notice tone="danger">
      <strong className="block font-semibold text-fg">
        {alarmWords(reason, formatDateTime(instantOf(keptAtMs))).title}
      </strong>
      {t('Do not deposit anything until this is explained.')}{' '}
      <Link to="/about#signed-log" className="font-medium text-info underline underline-offset-2">
        {t('Details')}
      </Link>
    </Notice>
  )
}
