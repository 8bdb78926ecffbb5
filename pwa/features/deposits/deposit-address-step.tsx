import { ChevronRight } from 'lucide-react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Age } from '#pwa/ui/age.tsx'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
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
import { formatLimit } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { DEPOSIT_COINS, DEPOSIT_CONFIRMATIONS, type DepositCoin } from '#shared/rules/deposits.ts'
import { inDigits, t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import type { DepositDraft } from './deposit-draft.ts'
import { useShownAddresses } from './use-deposits.ts'

const ADDRESS_PARTS = ['mx-auto h-12 w-32', 'mx-auto size-48', 'h-28', 'h-40']

interface DepositAddressStepProps {
  coin: DepositCoin
  /** The address that the dialog showed first, if it has changed since. */
  earlier?: ShownDepositAddress | undefined
  onSentTo: (address: ShownDepositAddress) => void
}

/** Step 2: where to send it. The network is large, because a wrong one loses the money. */
export function DepositAddressStep({ coin, earlier, onSentTo }: DepositAddressStepProps) {
  const addresses = useShownAddresses()
  const address = addressFor(addresses.data?.addresses, coin)
  if (addresses.isLoading) return <SkeletonParts sizes={ADDRESS_PARTS} />
  if (!addresses.data && addresses.error) {
    return <ErrorState message={addresses.error.message} onRetry={addresses.refetch} />
  }
  if (!address) {
    return (
      <Notice tone="warn">
        {t('No deposit address available for selected cryptocurrency and network.')}
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center">
        <span className="block text-fg-3 text-xs">{t('Network')}</span>
        <span className="font-semibold text-fg text-xl">{coin.networkLabel}</span>
      </p>
      <QrCode
        text={address.address}
        label={t('{symbol} deposit address', { symbol: coin.symbol })}
      />
      <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
        <code className="break-all text-center font-mono text-fg text-sm">{address.address}</code>
        <CopyButton text={address.address} label={t('Copy address')} wide />
      </div>
      {earlier && (
        <div role="alert">
          <Notice tone="warn">
            <p>
              {t(
                'The address has changed since you opened this. If you have already sent to the one ending in {end}, report that one, so that we look for your coins there.',
                { end: earlier.address.slice(-6) },
              )}
            </p>
            <Button size="small" className="mt-2" onClick={() => onSentTo(earlier)}>
              {t('I sent to the earlier address')}
            </Button>
          </Notice>
        </div>
      )}
      {addresses.isUnchecked && addresses.updatedAtMs !== undefined && (
        <Notice tone="warn">
          {t(
            'You are offline, so we cannot check this address. It may have changed: connect before you send.',
          )}{' '}
          <Age at={instantOf(addresses.updatedAtMs)} />
        </Notice>
      )}
      <Notice tone="warn">
        {t('Send only {symbol} on {network} to this address. Anything else is lost.', {
          symbol: coin.symbol,
          network: coin.networkLabel,
        })}
      </Notice>
      <SummaryList
        rows={[
          { label: t('Minimum deposit'), value: <Figure amount={coin.minimum} coin={coin} /> },
          {
            label: t('Network fee, paid by you'),
            value: <Figure amount={coin.networkFee} coin={coin} />,
          },
          { label: t('Processing'), value: t(coin.processing) },
          { label: t('Confirmations'), value: inDigits(String(DEPOSIT_CONFIRMATIONS)) },
        ]}
      />
      <p className="text-fg-3 text-xs">
        {t(
          'Your wallet pays the network fee on top of what it sends. It is not taken off the amount that we credit.',
        )}
      </p>
    </div>
  )
}

function Figure({ amount, coin }: { amount: Decimal; coin: DepositCoin }) {
  return <bdi dir="ltr">{`${formatLimit(amount)} ${coin.symbol}`}</bdi>
}

function minimumOf({ minimum, symbol }: DepositCoin): string {
  return t('Min {amount}', { amount: `${formatLimit(minimum)} ${symbol}` })
}

export function addressFor(
  addresses: readonly ShownDepositAddress[] | undefined,
  coin: DepositCoin,
): ShownDepositAddress | undefined {
  return addresses?.find(
    ({ asset_symbol, network }) => asset_symbol === coin.symbol && network === coin.network,
  )
}

/** Step 1: the coin, with everything that depends on it shown before anything is sent. */
export function DepositCoinStep({ onChoose }: { onChoose: (coin: DepositCoin) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {DEPOSIT_COINS.map((coin) => (
        <li key={coin.symbol}>
          <button
            type="button"
            onClick={() => onChoose(coin)}
            className="flex w-full items-center gap-3 rounded-md border border-line bg-surface-2 p-3 text-start transition-colors hover:border-fg-3"
          >
            <CoinIcon symbol={coin.symbol} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
              <span className="flex flex-col">
                <span className="font-semibold text-base text-fg">
                  {coin.symbol}{' '}
                  <span className="font-normal text-fg-3 text-sm">{assetOf(coin.symbol).name}</span>
                </span>
                <span className="text-fg-3 text-xs">{coin.networkLabel}</span>
              </span>
              <span className="ms-auto flex flex-col items-end text-end text-fg-3 text-xs">
                <span className="tabular-nums">{minimumOf(coin)}</span>
                <span className="tabular-nums">{t(coin.processing)}</span>
              </span>
            </span>
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 text-fg-3 max-[22.5rem]:hidden rtl:-scale-x-100"
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
      <Field label={t('Amount sent')} aside={minimumOf(coin)} error={form.error('amount')}>
        <AmountInput unit={coin.symbol} decimals={coin.decimals} {...form.value('amount')} />
      </Field>
      <Field
        label={t('Payment screenshot')}
        hint={t('A screenshot of the transfer in your wallet.')}
        error={form.error('screenshot')}
      >
        <FilePicker accepts="image" bytesMax={SCREENSHOT_BYTES_MAX} {...form.file('screenshot')} />
      </Field>
      <FormNotices form={form} waits={t('The request')} />
    </form>
  )
}
