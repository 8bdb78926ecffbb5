import { useRef, useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { CopyableCode } from '#pwa/ui/copy-button.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { fieldProblem, problemAt, problemOfFailure } from '#pwa/ui/problem.ts'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { readText } from '#shared/contract/text.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatDateTime } from '#shared/format.ts'
import { networkRefusalOf } from '#shared/rules/deposit-addresses.ts'
import {
  DEPOSIT_NETWORKS,
  type DepositNetwork,
  type DepositSymbol,
} from '#shared/rules/deposits.ts'
import { msg, t } from '#shared/text/t.ts'
import { AddressComparison } from './address-comparison.tsx'
import { ActiveBadge, AddressHistoryDialog } from './address-history-dialog.tsx'
import { AddressProposalNotice } from './address-proposal-notice.tsx'
import { SwitchAddressDialog } from './switch-address-dialog.tsx'
import { useChangeAddresses } from './use-deposit-addresses.ts'

/** Source: docs/product.md, Deposit addresses. */
const FAILED = msg('Failed to update address')

interface AddressCardProps {
  entry: DepositAddress
  onChanged: () => void
}

export function AddressCard({ entry, onChanged }: AddressCardProps) {
  const symbol = entry.asset_symbol as DepositSymbol
  const network = entry.network as DepositNetwork
  const { change } = useChangeAddresses()
  const [isEdited, setEdited] = useState(false)
  const [asksSwitch, setAsksSwitch] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)

  const [asksChange, setAsksChange] = useState(false)
  const isConfirmed = useRef(false)

  const form = useCommandForm({
    initial: { address: entry.address, network },
    check: (draft) => {
      const refused = networkRefusalOf({ symbol, network: draft.network })
      const { message } = refused ? describeRefusal(refused.refused, refused.details) : {}
      return fieldProblem({ network: message })
    },
    send: async ({ address, network }) => {
      if (!isConfirmed.current) return void setAsksChange(true)
      const result = await change(symbol, network, address)
      stopAsking()
      return result
    },
    failed: (failure) => {
      const failed = { title: t('Error'), message: t(FAILED) }
      return problemAt('address', { ...problemOfFailure(failure, failed), title: '' })
    },
    done: (answer) => ({ title: t('Proposed'), message: readText(answer, 'message') }),
    onSent: () => {
      stopEditing()
      onChanged()
    },
  })
  const typed = form.draft.address

  function stopAsking() {
    isConfirmed.current = false
    setAsksChange(false)
  }

  function stopEditing() {
    setEdited(false)
    form.reset()
  }

  return (
    <Card>
      <div className="flex flex-col gap-4">
        <AddressHeading entry={entry} />
        {entry.proposal && <AddressProposalNotice proposal={entry.proposal} />}
        {isEdited ? (
          <form {...form.formProps} className="flex flex-col gap-4">
            <Field label={t('{symbol} address', { symbol })} error={form.error('address')}>
              <CodeInput autoFocus {...form.value('address')} />
            </Field>
            <Field label={t('Network')} error={form.error('network')}>
              <Select {...form.input('network')}>
                {DEPOSIT_NETWORKS.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </Field>
          </form>
        ) : (
          <CopyableCode text={entry.address} label={t('Copy address')} />
        )}
        <div className="flex items-center justify-between gap-2">
          <p className="text-fg-3 text-xs">{versionText(entry)}</p>
          <Button size="small" variant="ghost" onClick={() => setShowsHistory(true)}>
            {t('Versions')}
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          {isEdited ? (
            <>
              <Button
                {...form.submitProps}
                size="small"
                variant="primary"
                disabled={
                  typed === '' || (typed === entry.address && form.draft.network === network)
                }
              >
                {t('Save')}
              </Button>
              <Button size="small" disabled={form.isBusy} onClick={stopEditing}>
                {t('Cancel')}
              </Button>
            </>
          ) : (
            <IfMay permission="addresses.manage">
              <Button
                size="small"
                disabled={entry.proposal !== null}
                onClick={() => setEdited(true)}
              >
                {t('Edit')}
              </Button>
              <Button
                size="small"
                disabled={entry.proposal !== null && !entry.is_active}
                onClick={() => setAsksSwitch(true)}
              >
                {entry.is_active ? t('Deactivate') : t('Activate')}
              </Button>
            </IfMay>
          )}
        </div>
      </div>
      {asksSwitch && (
        <SwitchAddressDialog
          entry={entry}
          onClose={() => setAsksSwitch(false)}
          onChanged={onChanged}
        />
      )}
      {asksChange && (
        <ConfirmDialog
          onClose={stopAsking}
          title={t('Change the {symbol} address?', { symbol })}
          confirmLabel={t('Propose')}
          busy={form.isBusy}
          onConfirm={() => {
            isConfirmed.current = true
            void form.submit()
          }}
        >
          <div className="flex flex-col gap-4">
            <AddressComparison before={entry.address} after={typed} />
            <p>
              {t(
                'Users send their {symbol} to the new address once another member of staff has approved it. All staff are notified now.',
                { symbol },
              )}
            </p>
          </div>
        </ConfirmDialog>
      )}
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

function versionText({ version, updated_at: at, updated_by: name }: DepositAddress): string {
  const time = formatDateTime(at)
  return name
    ? t('Version {version} · updated {time} by {name}', { version, time, name })
    : t('Version {version} · updated {time}', { version, time })
}

/** A coin whose first address waits for its approval. */
export function ProposedAddressCard({ entry }: Pick<AddressCardProps, 'entry'>) {
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <AddressHeading entry={entry} />
        {entry.proposal && <AddressProposalNotice proposal={entry.proposal} />}
      </div>
    </Card>
  )
}

function AddressHeading({ entry }: Pick<AddressCardProps, 'entry'>) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <span className="flex items-center gap-3">
        <CoinIcon symbol={entry.asset_symbol} />
        <span>
          <span className="block font-semibold text-base text-fg">{entry.asset_symbol}</span>
          <span className="text-fg-3 text-xs">{entry.network}</span>
        </span>
      </span>
      <span className="flex flex-wrap gap-1.5">
        {entry.proposal && <Badge tone="warn">{t('Change proposed')}</Badge>}
        <ActiveBadge isActive={entry.is_active} />
      </span>
    </header>
  )
}
