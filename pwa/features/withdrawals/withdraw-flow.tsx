import { useEffect } from 'react'
import { FormFooter } from '#pwa/components/form-footer.tsx'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { PendingWithdrawals } from './pending-withdrawals.tsx'
import { useWithdrawForm } from './use-withdraw-form.ts'
import { WithdrawConfirmStep } from './withdraw-confirm-step.tsx'
import { WithdrawDetailsStep } from './withdraw-details-step.tsx'

interface WithdrawFlowProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const STEPS = ['Details', 'Confirm'] as const

/** Withdraw in two steps. Going back keeps what was typed; closing starts anew. */
export function WithdrawFlow({ open, onOpenChange }: WithdrawFlowProps) {
  const withdrawal = useWithdrawForm(() => onOpenChange(false))
  const { form, step, goBack, holdEndsAt } = withdrawal
  useEffect(() => useWithdrawAgain.setState({ draft: undefined }), [])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Withdraw ${form.draft.symbol}`}
      locked={form.isBusy}
      footer={
        <FormFooter
          form={form}
          submit={step === 0 ? 'Continue' : 'Confirm withdrawal'}
          disabled={holdEndsAt !== undefined}
          back="Back"
          {...(step === 0 ? {} : { onBack: goBack })}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={STEPS} current={step} />
        {holdEndsAt && <HoldNotice endsAt={holdEndsAt} />}
        {step === 0 ? (
          <>
            <WithdrawDetailsStep {...withdrawal} />
            <PendingWithdrawals />
          </>
        ) : (
          <WithdrawConfirmStep {...withdrawal} />
        )}
      </div>
    </Dialog>
  )
}
