import { Badge } from '#pwa/ui/badge.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { formatDateTime } from '#shared/format.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'
import { t } from '#shared/text/t.ts'
import { useAddressHistory } from './use-deposit-addresses.ts'

interface AddressHistoryDialogProps {
  symbol: DepositSymbol
  network: DepositNetwork
  onClose: () => void
}

export function AddressHistoryDialog({ symbol, network, onClose }: AddressHistoryDialogProps) {
  const history = useAddressHistory(symbol, network)
  return (
    <Dialog
      onClose={onClose}
      title={t('{symbol} address versions', { symbol })}
      description={network}
    >
      {history.isLoading && <SkeletonRows count={2} />}
      {!history.data && history.error && (
        <ErrorState message={history.error.message} onRetry={history.refetch} />
      )}
      <ol className="flex flex-col">
        {history.data?.map((version) => (
          <li
            key={version.version}
            className="flex flex-col gap-1 border-line border-b py-3 last:border-b-0"
          >
            <span className="flex items-center justify-between gap-3 text-fg-3 text-xs">
              <VersionText of={version} />
              <ActiveBadge isActive={version.is_active} />
            </span>
            <code className="break-all font-mono text-fg text-sm">{version.address}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

type Version = NonNullable<ReturnType<typeof useAddressHistory>['data']>[number]

/** Names the proposer if another member of staff has approved it. */
function VersionText({ of }: { of: Version }) {
  const { changed_by_name: changedBy, proposed_by_name: proposedBy } = of
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>
        {t('Version {version} · {time}', {
          version: of.version,
          time: formatDateTime(of.changed_at),
        })}
      </span>
      {changedBy && <span>{t('Changed by {name}', { name: changedBy })}</span>}
      {proposedBy && <span>{t('Proposed by {name}', { name: proposedBy })}</span>}
    </span>
  )
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? 'success' : 'neutral'}>
      {t('{address, select, active {Active} other {Inactive}}', {
        address: isActive ? 'active' : 'inactive',
      })}
    </Badge>
  )
}
