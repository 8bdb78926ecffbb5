import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { problemAt, problemOfFailure } from '#pwa/ui/problem.ts'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { formatDateTime } from '#shared/format.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'
import { useAddressHistory, useChangeAddresses } from './use-deposit-addresses.ts'

/** Source: docs/product.md, Deposit addresses. */
const FAILED = { title: 'Error', message: 'Failed to update address' } as const

interface AddressCardProps {
  entry: DepositAddress
  onChanged: () => void
}

export function AddressCard({ entry, onChanged }: AddressCardProps) {
  const symbol = entry.asset_symbol as DepositSymbol
  const network = entry.network as DepositNetwork
  const { change, setActive, isSubmitting } = useChangeAddresses()
  const showToast = useToasts((state) => state.show)
  const [isEdited, setEdited] = useState(false)
  const [asksSwitch, setAsksSwitch] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)

  const form = useCommandForm({
    initial: { address: entry.address },
    send: ({ address }) => change(symbol, network, address),
    failed: (failure) => problemAt('address', { ...problemOfFailure(failure, FAILED), title: '' }),
    done: { title: 'Success', message: `${symbol} address updated.` },
    onSent: () => {
      stopEditing()
      onChanged()
    },
  })
  const typed = form.draft.address.trim()

  function stopEditing() {
    setEdited(false)
    form.reset()
  }

  async function switchActive() {
    const result = await setActive(symbol, network, !entry.is_active)
    setAsksSwitch(false)
    if (result.state === 'refused') {
      showToast({
        title: FAILED.message,
        message: result.failure.message,
        tone: 'error',
      })
    }
    onChanged()
  }

  return (
    <Card>
      <div className="flex flex-col gap-4">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <span className="flex items-center gap-3">
            <CoinIcon symbol={symbol} />
            <span>
              <span className="block font-semibold text-base text-fg">{symbol}</span>
              <span className="text-fg-3 text-xs">{network}</span>
            </span>
          </span>
          <Badge tone={entry.is_active ? 'up' : 'neutral'}>
            {entry.is_active ? 'Active' : 'Inactive'}
          </Badge>
        </header>
        {isEdited ? (
          <form {...form.formProps}>
            <Field label={`${symbol} address on ${network}`} error={form.error('address')}>
              <TextInput
                autoFocus
                spellCheck={false}
                autoCapitalize="none"
                className="font-mono"
                {...form.input('address')}
              />
            </Field>
          </form>
        ) : (
          <code className="break-all rounded-md bg-surface-2 p-3 font-mono text-fg text-sm">
            {entry.address}
          </code>
        )}
        <div className="flex items-center justify-between gap-2">
          <p className="text-fg-3 text-xs">
            Version {entry.version} · updated {formatDateTime(entry.updated_at)}
            {entry.updated_by && ` by ${entry.updated_by}`}
          </p>
          <Button size="small" variant="ghost" onClick={() => setShowsHistory(true)}>
            Versions
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          {isEdited ? (
            <>
              <Button
                {...form.submitProps}
                size="small"
                variant="primary"
                disabled={typed === '' || typed === entry.address}
              >
                Save
              </Button>
              <Button size="small" disabled={form.isBusy} onClick={stopEditing}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <CopyButton text={entry.address} label="Copy address" />
              <IfMay permission="addresses.manage">
                <Button size="small" onClick={() => setEdited(true)}>
                  Edit
                </Button>
                <Button size="small" onClick={() => setAsksSwitch(true)}>
                  {entry.is_active ? 'Deactivate' : 'Activate'}
                </Button>
              </IfMay>
            </>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asksSwitch}
        onClose={() => setAsksSwitch(false)}
        title={entry.is_active ? `Take ${symbol} away?` : `Offer ${symbol} again?`}
        confirmLabel={entry.is_active ? 'Deactivate' : 'Activate'}
        tone={entry.is_active ? 'danger' : 'primary'}
        busy={isSubmitting}
        onConfirm={() => void switchActive()}
      >
        {entry.is_active
          ? 'Users are no longer shown this address. Deposits that name it are still reviewed.'
          : 'Users are shown this address again. Check that it is still yours.'}
      </ConfirmDialog>
      {showsHistory && (
        <AddressHistoryDialog
          symbol={symbol}
          network={network}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </Card>
  )
}

interface AddressHistoryDialogProps {
  symbol: DepositSymbol
  network: DepositNetwork
  onClose: () => void
}

function AddressHistoryDialog({ symbol, network, onClose }: AddressHistoryDialogProps) {
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
                Version {version.version} · {formatDateTime(version.changed_at)} by{' '}
                {version.changed_by_name}
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
