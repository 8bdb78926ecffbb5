import { Link } from 'react-router-dom'
import { useLiabilityCheckStore } from '#pwa/stores/liability-check.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { t } from '#shared/text/t.ts'
import { warningTitle } from './proof-words.ts'

/** Reminds of a warning on every page, until a later statement counts the user. */
export function LiabilityNotice() {
  const check = useLiabilityCheckStore((state) => state.check)
  if (!check || check.outcome === 'counted') return null
  return (
    <Notice tone="danger">
      <strong className="block font-semibold text-fg">{warningTitle(check.outcome)}</strong>
      {t('Do not deposit anything until this is explained.')}{' '}
      <Link to="/?open=portfolio" className="font-medium text-info underline underline-offset-2">
        {t('Details')}
      </Link>
    </Notice>
  )
}
