import { Age } from '#pwa/ui/age.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { QrCode } from '#pwa/ui/qr-code.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ShownDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { DEPOSIT_CONFIRMATIONS, type DepositCoin } from '#shared/rules/deposits.ts'
import { instantOf } from '#shared/time.ts'
import { useDepositAddresses } from './use-deposits.ts'

/** Step 2: where to send it. The network stands large, because a wrong one loses the money. */
export function DepositAddressStep({ coin }: { coin: DepositCoin }) {
  const addresses = useDepositAddresses()
  const address = addressFor(addresses.data?.addresses, coin)
  if (addresses.isLoading) return <AddressSkeleton />
  if (!addresses.data && addresses.error) {
    return <ErrorState message={addresses.error.message} onRetry={addresses.refetch} />
  }
  if (!address) {
    return (
      <Notice tone="warn">
        No deposit address available for selected cryptocurrency and network.
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center">
        <span className="block text-fg-3 text-xs">Network</span>
        <span className="font-semibold text-fg text-xl">{coin.networkLabel}</span>
      </p>
      <QrCode text={address.address} label={`${coin.symbol} deposit address`} />
      <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
        <code className="break-all text-center font-mono text-fg text-sm">{address.address}</code>
        <CopyButton text={address.address} label="Copy address" wide />
      </div>
      {addresses.isFromCache && addresses.updatedAtMs !== undefined && (
        <Notice tone="warn">
          You are offline: this address is not checked with us right now.{' '}
          <Age at={instantOf(addresses.updatedAtMs)} />
        </Notice>
      )}
      <Notice tone="warn">
        Send only {coin.symbol} on {coin.networkLabel} to this address. Anything else is lost.
      </Notice>
      <SummaryList
        rows={[
          { label: 'Minimum deposit', value: `${coin.minimum} ${coin.symbol}` },
          { label: 'Network fee', value: `${coin.networkFee} ${coin.symbol}` },
          { label: 'Processing', value: coin.processing },
          { label: 'Confirmations', value: String(DEPOSIT_CONFIRMATIONS) },
        ]}
      />
    </div>
  )
}

export function addressFor(
  addresses: readonly ShownDepositAddress[] | undefined,
  coin: DepositCoin,
): ShownDepositAddress | undefined {
  return addresses?.find(
    ({ asset_symbol, network }) => asset_symbol === coin.symbol && network === coin.network,
  )
}

function AddressSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col items-center gap-4">
      <Skeleton className="h-12 w-32" />
      <Skeleton className="size-48" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
