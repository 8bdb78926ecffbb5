import { useSavedAddresses } from '#pwa/features/withdrawals/saved-addresses/use-saved-addresses.ts'
import type { WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import type { Decimal } from '#shared/money.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { isSameAddress } from '#shared/rules/wallet-address.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { AddressInFull } from './address-in-full.tsx'
import { CodeField } from './code-field.tsx'
import { leftAfter, type Problem } from './withdraw-draft.ts'

interface WithdrawConfirmStepProps {
  draft: WithdrawDraft
  available: Decimal | undefined
  needsCode: boolean
  code: string
  onCode: (code: string) => void
  /** The name to keep the address under; undefined: it is not kept. */
  label: string | undefined
  onLabel: (label: string | undefined) => void
  problem: Problem | undefined
  isOffline: boolean
}

/** Step 2: every number that matters once more, and where it goes, letter by letter. */
export function WithdrawConfirmStep(props: WithdrawConfirmStepProps) {
  const { draft, available, needsCode, code, onCode, label, onLabel, problem, isOffline } = props
  const { symbol, amount, address } = draft
  const { networkLabel } = withdrawalCoin(symbol)
  const book = useSavedAddresses()
  const known = book.data?.find(
    (entry) => entry.symbol === symbol && isSameAddress(entry.address, address),
  )
  const left = leftAfter(amount, available)
  return (
    <div className="flex flex-col gap-4">
      <AddressInFull address={address} label={known?.label} networkLabel={networkLabel} />
      <SummaryList
        rows={[
          { label: 'Amount', value: <Money amount={amount} symbol={symbol} />, strong: true },
          { label: 'Fee', value: 'None' },
          { label: 'You receive', value: <Money amount={amount} symbol={symbol} />, strong: true },
          { label: 'Available afterwards', value: <Money amount={left} symbol={symbol} /> },
        ]}
      />
      <p className="text-fg-3 text-sm">
        The amount is frozen until the request is reviewed. You can take it back while it is
        pending; once it is approved, nobody can.
      </p>
      {needsCode && <CodeField code={code} onCode={onCode} isOffline={isOffline} />}
      {book.data && !known && (
        <div className="flex flex-col gap-2">
          <Checkbox
            label="Save this address"
            checked={label !== undefined}
            onChange={(event) => onLabel(event.target.checked ? '' : undefined)}
          />
          {label !== undefined && (
            <Field label="Label" hint="Only you see it.">
              <TextInput
                maxLength={ADDRESS_LABEL_LENGTH_MAX}
                placeholder="Hardware wallet"
                value={label}
                onChange={(event) => onLabel(event.target.value)}
              />
            </Field>
          )}
        </div>
      )}
      <ProblemNotice problem={problem} />
      {isOffline && !needsCode && (
        <Notice>You are offline. The request is kept on this device and sent by itself.</Notice>
      )}
    </div>
  )
}
