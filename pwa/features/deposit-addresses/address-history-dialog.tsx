import { Badge } from '#pwa/ui/badge.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { formatDateTime } from '#shared/format.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'
import { useAddressHistory } from './use-deposit-addresses.ts'

interface AddressHistoryDialogProps {
  symbol: DepositSymbol
  network: DepositNetwork
  onClose: () => void
}

export function AddressHistoryDialog({ symbol, network, onClose }: AddressHistoryDialogProps) {
  const history = useAddressHistory(symbol, network)
  return (
    <Dialog onClose={onClose} title={`${symbol} address versions`} description={network}>
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
              <span>
                Version {version.version} · {formatDateTime(version.changed_at)}
                {version.changed_by_name && ` by ${version.changed_by_name}`}
                {version.proposed_by_name && `, proposed by ${version.proposed_by_name}`}
              </span>
              <Badge tone={version.is_active ? 'up' : 'neutral'}>
                {version.is_active ? 'Active' : 'Inactive'}
              </Badge>
            </span>
            <code className="break-all font-mono text-fg text-sm">{version.address}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
