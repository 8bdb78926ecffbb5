import { BookUser, ScanQrCode, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Available } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { lazyView } from '#pwa/loading/lazy-view.tsx'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import type { Decimal } from '#shared/money.ts'
import {
  WITHDRAWAL_SYMBOLS,
  type WithdrawalCoin,
  withdrawalCoin,
} from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'
import { SavedAddressesDialog } from './saved-addresses/saved-addresses-dialog.tsx'
import { type Allowed, addressProblemOf, type WithdrawForm } from './withdraw-draft.ts'

const ScanDialog = lazyView(async () => (await import('./scan-dialog.tsx')).ScanDialog).View

interface WithdrawDetailsStepProps {
  form: CommandForm<WithdrawForm>
  available: Decimal | undefined
  allowlist: Allowed
}

const COINS = WITHDRAWAL_SYMBOLS.map((symbol) => ({ value: symbol, label: symbol }))

/** Step 1: the coin, the address and the amount. */
export function WithdrawDetailsStep({ form, available, allowlist }: WithdrawDetailsStepProps) {
  const { symbol, amount, address } = form.draft
  const coin = withdrawalCoin(symbol)
  const [wasLeft, setWasLeft] = useState(false)
  const [showsBook, setShowsBook] = useState(false)
  const [scans, setScans] = useState(false)
  // The first coin with a balance may change while balances load; the user's choice stays.
  const change = (part: Partial<WithdrawForm>) => form.change({ symbol, ...part })
  const take = (chosen: string) => {
    change({ address: chosen })
    setWasLeft(true)
  }
  return (
    <>
      <form {...form.formProps} className="flex flex-col gap-4">
        <SegmentedControl
          label={t('Coin')}
          options={COINS}
          value={symbol}
          // An address is valid for one network, and an amount for one balance.
          onValueChange={(chosen) => change({ symbol: chosen, amount: '', address: '' })}
        />
        <NetworkBanner coin={coin} />
        <Field
          label={t('Wallet address')}
          hint={allowlist.allowed && t('Your allowlist is on: only saved addresses can be used.')}
          error={
            form.error('address') ??
            (wasLeft ? addressProblemOf({ symbol, address }, allowlist) : undefined)
          }
        >
          <CodeInput
            placeholder={t('The {symbol} address that receives it', { symbol })}
            value={address}
            onBlur={() => setWasLeft(true)}
            onValueChange={(typed) => change({ address: typed })}
          />
        </Field>
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button
            variant="outline"
            icon={<BookUser className="size-4" />}
            onClick={() => setShowsBook(true)}
          >
            {t('Saved addresses')}
          </Button>
          <Button
            variant="outline"
            icon={<ScanQrCode className="size-4" />}
            onClick={() => setScans(true)}
          >
            {t('Scan a QR code')}
          </Button>
        </div>
        <Field
          label={t('Amount')}
          error={form.error('amount')}
          aside={<Available amount={available} symbol={symbol} />}
        >
          <AmountInput
            unit={symbol}
            value={amount}
            max={available}
            decimals={coin.decimals}
            onValueChange={(next) => change({ amount: next })}
          />
        </Field>
        <FormNotices form={form} />
      </form>
      <SavedAddressesDialog
        open={showsBook}
        onClose={() => setShowsBook(false)}
        symbol={symbol}
        onPick={(entry) => {
          take(entry.address)
          setShowsBook(false)
        }}
      />
      {scans && (
        <Suspense>
          <ScanDialog
            symbol={symbol}
            onClose={() => setScans(false)}
            onFound={(found) => {
              take(found)
              setScans(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The network is large, because a wrong one loses the money. */
function NetworkBanner({ coin }: { coin: WithdrawalCoin }) {
  return (
    <div className="overflow-hidden rounded-md border border-warn/40">
      <p className="px-4 py-3 text-center">
        <span className="block text-fg-3 text-xs">{t('Network')}</span>
        <span className="font-semibold text-2xl text-fg">{coin.networkLabel}</span>
      </p>
      <p className="flex items-start gap-2.5 bg-warn/8 px-4 py-2.5 text-fg-2 text-sm">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>
          {t(
            'The receiving wallet must support {symbol} on {network}. Coins sent on another network are lost.',
            { symbol: coin.symbol, network: coin.networkLabel },
          )}
        </span>
      </p>
    </div>
  )
}
