import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { SavedAddressesDialog } from '#pwa/features/withdrawals/saved-addresses/saved-addresses-dialog.tsx'
import type { WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { Decimal } from '#shared/money.ts'
import { WITHDRAWAL_SYMBOLS, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { NetworkBanner } from './network-banner.tsx'
import { addressProblemOf, asAddress, type Problem } from './withdraw-draft.ts'

interface WithdrawDetailsStepProps {
  draft: WithdrawDraft
  onChange: (draft: WithdrawDraft) => void
  available: Decimal | undefined
  /** Why the last try to continue did not work. */
  problem: Problem | undefined
}

const COINS = WITHDRAWAL_SYMBOLS.map((symbol) => ({ value: symbol, label: symbol }))

/** Step 1: what, where to, how much. */
export function WithdrawDetailsStep(props: WithdrawDetailsStepProps) {
  const { draft, onChange, available, problem } = props
  const [wasLeft, setWasLeft] = useState(false)
  const [showsBook, setShowsBook] = useState(false)
  const malformed = wasLeft && draft.address !== '' ? addressProblemOf(draft) : undefined
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label="Coin"
        options={COINS}
        value={draft.symbol}
        // An address belongs to one network, an amount to one balance.
        onValueChange={(symbol) => onChange({ symbol, amount: '', address: '' })}
      />
      <NetworkBanner coin={withdrawalCoin(draft.symbol)} />
      <Field label="Wallet address" error={malformed?.message}>
        <Textarea
          rows={2}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="break-all font-mono"
          placeholder={`The ${draft.symbol} address that receives it`}
          value={draft.address}
          onBlur={() => setWasLeft(true)}
          onChange={(event) => onChange({ ...draft, address: asAddress(event.target.value) })}
        />
      </Field>
      <Button
        variant="outline"
        icon={<BookUser className="size-4" />}
        onClick={() => setShowsBook(true)}
      >
        Saved addresses
      </Button>
      <Field
        label="Amount"
        aside={
          <>
            Available <Money amount={available} symbol={draft.symbol} />
          </>
        }
      >
        <AmountInput
          unit={draft.symbol}
          value={draft.amount}
          max={available}
          onValueChange={(amount) => onChange({ ...draft, amount })}
        />
      </Field>
      <ProblemNotice problem={problem} />
      <SavedAddressesDialog
        open={showsBook}
        onOpenChange={setShowsBook}
        symbol={draft.symbol}
        onPick={({ address }) => {
          onChange({ ...draft, address })
          setShowsBook(false)
        }}
      />
    </div>
  )
}
