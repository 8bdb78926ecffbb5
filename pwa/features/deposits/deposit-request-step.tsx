import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import type { DepositCoin } from '#shared/rules/deposits.ts'
import type { DepositDraft } from './deposit-draft.ts'

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
      <FormNotices
        form={form}
        offline="You are offline. The request is kept on this device and sent by itself."
      />
    </form>
  )
}
