import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useLiabilityCheckStore } from '#pwa/stores/liability-check.ts'
import { Button } from '#pwa/ui/button.tsx'
import { formatDate } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { warningTitle } from './proof-words.ts'

/** Whether the newest statement of liabilities counts the user, as this device has checked it. */
export function LiabilityProofLine() {
  const check = useLiabilityCheckStore((state) => state.check)
  const [isOpen, setOpen] = useState(false)
  if (!check) return null
  const { outcome, assets, at } = check
  const isGood = outcome === 'counted'
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-line px-3 py-1 text-sm">
      <Icon
        aria-hidden="true"
        className={isGood ? 'size-4 shrink-0 text-success' : 'size-4 shrink-0 text-danger'}
      />
      <p className={isGood ? 'min-w-0 flex-1 text-fg-2' : 'min-w-0 flex-1 text-danger'}>
        {isGood ? goodText(assets.length, formatDate(at)) : warningTitle(outcome)}
      </p>
      <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
        {t('Details')}
      </Button>
      <ProofDialog check={check} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

function goodText(assets: number, date: string): string {
  return assets > 0
    ? t('Included in the proof of {date}', { date })
    : t('You had nothing when the proof of {date} was made', { date })
}
