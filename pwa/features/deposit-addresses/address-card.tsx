import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { CopyableCode } from '#pwa/ui/copy-button.tsx'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { AddressFields, ConfirmChange, EditorButtons } from './address-editor.tsx'
import { ActiveBadge, AddressHistoryDialog } from './address-history-dialog.tsx'
import { AddressProposalNotice } from './address-proposal-notice.tsx'
import { SwitchAddressDialog } from './switch-address-dialog.tsx'
import { useAddressForm } from './use-address-form.ts'

interface AddressCardProps {
  entry: DepositAddress
  onChanged: () => void
}

export function AddressCard({ entry, onChanged }: AddressCardProps) {
  const [isEdited, setEdited] = useState(false)
  const editor = useAddressForm(entry, () => {
    setEdited(false)
    onChanged()
  })

  function stopEditing() {
    setEdited(false)
    editor.form.reset()
  }

  return (
    <Card>
      <div className="flex flex-col gap-4">
        <AddressHeading entry={entry} />
        {entry.proposal && <AddressProposalNotice proposal={entry.proposal} />}
        {isEdited ? (
          <AddressFields entry={entry} editor={editor} />
        ) : (
          <CopyableCode text={entry.address} label={t('Copy address')} />
        )}
        <VersionLine entry={entry} />
        <div className="flex flex-wrap gap-2">
          {isEdited ? (
            <EditorButtons entry={entry} editor={editor} onCancel={stopEditing} />
          ) : (
            <IfMay permission="addresses.manage">
              <AddressButtons entry={entry} onEdit={() => setEdited(true)} onChanged={onChanged} />
            </IfMay>
          )}
        </div>
      </div>
      {editor.isAsking && <ConfirmChange entry={entry} editor={editor} />}
    </Card>
  )
}

function AddressButtons({ entry, onEdit, onChanged }: AddressCardProps & { onEdit: () => void }) {
  const [asksSwitch, setAsksSwitch] = useState(false)
  const isWaiting = entry.proposal !== null
  return (
    <>
      <Button size="small" disabled={isWaiting} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button
        size="small"
        disabled={isWaiting && !entry.is_active}
        onClick={() => setAsksSwitch(true)}
      >
        {entry.is_active ? t('Deactivate') : t('Activate')}
      </Button>
      {asksSwitch && (
        <SwitchAddressDialog
          entry={entry}
          onClose={() => setAsksSwitch(false)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

/** Which version it is, and a button that shows all of them. */
function VersionLine({ entry }: Pick<AddressCardProps, 'entry'>) {
  const { asset_symbol: symbol, network } = entry
  const [showsHistory, setShowsHistory] = useState(false)
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="text-fg-3 text-xs">{versionText(entry)}</p>
      <Button size="small" variant="ghost" onClick={() => setShowsHistory(true)}>
        {t('Versions')}
      </Button>
      {showsHistory && (
        <AddressHistoryDialog
          symbol={symbol}
          network={network}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </div>
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
