import { Download } from 'lucide-react'
import { Code } from '#pwa/components/proven-event/event-parts.tsx'
import { type KnownCheck, saveLiabilityProof } from '#pwa/hooks/use-liability-check.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatDateTime } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import type { CheckedAsset } from '#shared/proofs/check-liabilities.ts'
import { inDigits, t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { faultText, warningTitle } from './proof-words.ts'

interface ProofDialogProps {
  check: KnownCheck
  open: boolean
  onClose: () => void
}

/** What a statement of liabilities says about a user, and what that proves. */
export function ProofDialog({ check, open, onClose }: ProofDialogProps) {
  const { outcome, assets, at, position, checkedAtMs } = check
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Proof of liabilities')}
      footer={
        <Button
          className="flex-1 md:flex-none"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => saveLiabilityProof(check)}
        >
          {t('Save the proof')}
        </Button>
      }
    >
      <div className="flex flex-col gap-5 text-fg-2 text-sm">
        {outcome === 'counted' ? (
          <p>
            {t(
              'Every day, {name} publishes the total that it owes all users. Your device has added up your own activity and found the amount in that total.',
              { name: operator.name },
            )}
          </p>
        ) : (
          <Notice tone="danger">{warningTitle(outcome)}</Notice>
        )}
        <SummaryList
          rows={[
            ...(at ? [{ label: t('Published'), value: formatDateTime(at) }] : []),
            { label: t('Checked by this device'), value: formatDateTime(instantOf(checkedAtMs)) },
            {
              label: t('Position in the log'),
              value: <span className="num">{inDigits(position)}</span>,
            },
          ]}
        />
        {assets.map((asset) => (
          <Asset key={asset.symbol} asset={asset} />
        ))}
        {outcome === 'counted' && <Meaning />}
      </div>
    </Dialog>
  )
}

function Asset({ asset }: { asset: CheckedAsset }) {
  const { symbol, amount, leaves, stated, failed } = asset
  return (
    <section aria-label={symbol} className="flex flex-col gap-2">
      <h3 className="flex items-center gap-2.5 font-semibold text-fg">
        <CoinIcon symbol={symbol} size="small" />
        {symbol}
      </h3>
      {failed && <p className="text-danger">{faultText(failed)}</p>}
      <SummaryList
        rows={[
          { label: t('Your amount'), value: <Money amount={amount} /> },
          {
            label: t('Total of all users'),
            value: stated ? <Money amount={stated.total} /> : t('None'),
          },
          {
            label: t('Your parts'),
            value: (
              <span className="num">
                {t('{places} of {count}', {
                  places: leaves
                    .toSorted((one, other) => one - other)
                    .map((leaf) => inDigits(String(leaf + 1)))
                    .join(', '),
                  count: inDigits(String(stated?.leaves ?? 0)),
                })}
              </span>
            ),
          },
          { label: t('Root'), value: <Code>{stated?.root ?? ''}</Code> },
        ]}
      />
    </section>
  )
}

function Meaning() {
  return (
    <div className="flex flex-col gap-2 text-fg-3">
      <p>
        {t(
          'This proves that the published total counts you. If every user checks, no balance can be left out.',
        )}
      </p>
      <p>
        {t(
          'It does not prove that the platform holds as much as it owes, and it says nothing about users who never open the app. The saved file shows your amounts to everyone you give it to.',
        )}
      </p>
    </div>
  )
}
