import { ChevronRight } from 'lucide-react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Age } from '#pwa/ui/age.tsx'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { QrCode } from '#pwa/ui/qr-code.tsx'
import { SkeletonParts } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { assetOf } from '#shared/assets.ts'
import type { ShownDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { DEPOSIT_COINS, DEPOSIT_CONFIRMATIONS, type DepositCoin } from '#shared/rules/deposits.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import type { DepositDraft } from './deposit-draft.ts'
import { useDepositAddresses } from './use-deposits.ts'

const ADDRESS_PARTS = ['mx-auto h-12 w-32', 'mx-auto size-48', 'h-28', 'h-40']

/** Step 2: where to send it. The network is large, because a wrong one loses the money. */
export function DepositAddressStep({ coin }: { coin: DepositCoin }) {
  const addresses = useDepositAddresses()
  const address = addressFor(addresses.data?.addresses, coin)
  if (addresses.isLoading) return <SkeletonParts sizes={ADDRESS_PARTS} />
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
          { label: 'Network fee, paid by you', value: `${coin.networkFee} ${coin.symbol}` },
          { label: 'Processing', value: t(coin.processing) },
          { label: 'Confirmations', value: String(DEPOSIT_CONFIRMATIONS) },
        ]}
      />
      <p className="text-fg-3 text-xs">
        Your wallet pays the network fee on top of what it sends. It is not taken off the amount
        that we credit.
      </p>
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

/** Step 1: which coin, with everything that depends on it said before anything is sent. */
export function DepositCoinStep({ onChoose }: { onChoose: (coin: DepositCoin) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {DEPOSIT_COINS.map((coin) => (
        <li key={coin.symbol}>
          <button
            type="button"
            onClick={() => onChoose(coin)}
            className="flex w-full items-center gap-3 rounded-md border border-line bg-surface-2 p-3 text-left transition-colors hover:border-fg-3"
          >
            <CoinIcon symbol={coin.symbol} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-semibold text-base text-fg">
                {coin.symbol}{' '}
                <span className="font-normal text-fg-3 text-sm">{assetOf(coin.symbol).name}</span>
              </span>
              <span className="text-fg-3 text-xs">{coin.networkLabel}</span>
            </span>
            <span className="flex flex-col items-end text-fg-3 text-xs">
              <span className="num">
                Min {coin.minimum} {coin.symbol}
              </span>
              <span className="num">{t(coin.processing)}</span>
            </span>
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 text-fg-3 max-[22.5rem]:hidden"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface DepositRequestStepProps {
  form: CommandForm<DepositDraft>
  coin: DepositCoin
}

/** Step 3: how much was sent, and the proof of it. */
export function DepositRequestStep({ form, coin }: DepositRequestStepProps) {
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <Field
        label="Amount sent"
        aside={`Min ${coin.minimum} ${coin.symbol}`}
        error={form.error('amount')}
      >
        <AmountInput unit={coin.symbol} {...form.value('amount')} />
      </Field>
      <Field
        label="Payment screenshot"
        hint="A picture of the transfer in your wallet."
        error={form.error('screenshot')}
      >
        <FilePicker accepts="image" bytesMax={SCREENSHOT_BYTES_MAX} {...form.file('screenshot')} />
      </Field>
      <FormNotices form={form} waits="The request" />
    </form>
  )
}
