import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import type { DepositCoin } from '#shared/rules/deposits.ts'
import type { DepositDraft } from './deposit-draft.ts'

interface DepositRequestStepProps {
  coin: DepositCoin
  draft: DepositDraft
  onChange: (draft: DepositDraft) => void
  /** Why the last try to submit did not work. */
  problem: { readonly title: string; readonly message: string } | undefined
  isOffline: boolean
}

/** Step 3: how much was sent, and the proof of it. */
export function DepositRequestStep(props: DepositRequestStepProps) {
  const { coin, draft, onChange, problem, isOffline } = props
  return (
    <div className="flex flex-col gap-4">
      <Field label="Amount sent" aside={`Min ${coin.minimum} ${coin.symbol}`}>
        <AmountInput
          unit={coin.symbol}
          value={draft.amount}
          onValueChange={(amount) => onChange({ ...draft, amount })}
        />
      </Field>
      <Field label="Payment screenshot" hint="A picture of the transfer in your wallet.">
        <FilePicker
          accepts="image"
          bytesMax={SCREENSHOT_BYTES_MAX}
          file={draft.screenshot}
          onFileChange={(screenshot) => onChange({ ...draft, screenshot })}
        />
      </Field>
      <ProblemNotice problem={problem} />
      {isOffline && (
        <Notice>You are offline. The request is kept on this device and sent by itself.</Notice>
      )}
    </div>
  )
}
