import { useEffect } from 'react'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { formatDateTime, shortenAddress } from '#shared/format.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawals.ts'
import type { Instant } from '#shared/time.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { useWithdrawForm } from './use-withdraw-form.ts'
import { usePendingWithdrawals } from './use-withdrawals.ts'
import { WithdrawConfirmStep } from './withdraw-confirm-step.tsx'
import { WithdrawDetailsStep } from './withdraw-details-step.tsx'

const STEPS = ['Details', 'Confirm'] as const

/** Withdraw in two steps. Going back keeps what was typed; closing starts anew. */
export function WithdrawFlow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const withdrawal = useWithdrawForm(onClose)
  const { form, step, goBack, holdEndsAt } = withdrawal
  useEffect(() => useWithdrawAgain.setState({ draft: undefined }), [])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Withdraw ${form.draft.symbol}`}
      locked={form.isBusy}
      footer={
        <DialogActions
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

/** Shown before the form: withdrawals are on hold, why, and until when. */
function HoldNotice({ endsAt }: { endsAt: Instant }) {
  return (
    <Notice tone="warn">
      <strong className="block font-semibold text-fg">
        Withdrawals are on hold until {formatDateTime(endsAt)}
      </strong>
      Your password or second factor was changed. To protect you, nothing can be withdrawn for{' '}
      {WITHDRAWAL_HOLD_HOURS} hours after that. If it was not you, contact support at once.
    </Notice>
  )
}

/** Pending requests; renders nothing without any. */
function PendingWithdrawals() {
  const pending = usePendingWithdrawals()
  if (!pending.data?.length) return null
  return (
    <section aria-label="Pending withdrawals" className="flex flex-col gap-1">
      <h3 className="font-semibold text-fg-2 text-sm">Pending withdrawals</h3>
      <ul>
        {pending.data.map((request) => (
          <li
            key={request.id}
            className="flex items-center justify-between gap-3 border-line border-b py-2.5 last:border-b-0"
          >
            <div className="min-w-0">
              <Money
                amount={request.amount}
                symbol={request.symbol}
                className="font-medium text-fg"
              />
              <p className="truncate text-fg-3 text-xs">
                To {shortenAddress(request.wallet_address)} · {formatDateTime(request.submitted_at)}
              </p>
            </div>
            <CancelWithdrawal request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
