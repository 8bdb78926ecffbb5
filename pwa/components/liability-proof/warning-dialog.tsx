import { Download } from 'lucide-react'
import { noteWarningRead, saveLiabilityProof } from '#pwa/hooks/use-liability-check.ts'
import { useLiabilityCheckStore } from '#pwa/stores/liability-check.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { formatDateTime } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { faultText, warningTitle } from './proof-words.ts'

/** Says that a statement of liabilities is wrong, and stays until the user has read it. */
export function LiabilityWarning() {
  const check = useLiabilityCheckStore((state) => state.check)
  if (!check || check.outcome === 'counted' || check.readAtMs !== undefined) return null
  const { name, supportEmail: email } = operator
  return (
    <Dialog
      locked
      onClose={() => undefined}
      title={warningTitle(check.outcome)}
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={() => noteWarningRead(check)}>
            {t('I have read this')}
          </Button>
          <Button
            variant="primary"
            className="flex-1 md:flex-none"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => saveLiabilityProof(check)}
          >
            {t('Save the evidence')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-fg-2 text-sm">
        <Notice tone="danger">
          <p className="text-fg">
            {t(
              '{name} publishes the total that it owes all users. On {time} this device checked whether your balance is counted correctly. It is not.',
              { name, time: formatDateTime(instantOf(check.checkedAtMs)) },
            )}
          </p>
        </Notice>
        <ul className="flex list-disc flex-col gap-2 ps-5 marker:text-fg-3 empty:hidden">
          {check.assets.flatMap(({ symbol, failed }) =>
            failed === null ? [] : <li key={symbol}>{`${symbol}: ${faultText(failed)}`}</li>,
          )}
        </ul>
        <h3 className="font-semibold text-fg">{t('What to do now')}</h3>
        <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-fg-3">
          <li>{t('Save the evidence. It shows your own amounts, so choose who sees it.')}</li>
          <li>{t('Do not deposit anything until this is explained.')}</li>
          <li>{t('Ask for an explanation at {email}, and attach the file.', { email })}</li>
          <li>{t('Ask other users whether their device shows the same warning.')}</li>
        </ol>
      </div>
    </Dialog>
  )
}
