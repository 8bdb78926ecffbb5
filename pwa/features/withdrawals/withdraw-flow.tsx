import { useEffect, useState } from 'react'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { type Failure, type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import { Steps } from '#pwa/ui/steps.tsx'
import { submitWithdrawal, type WithdrawalTerms } from '#shared/contract/withdrawals.ts'
import { formatDateTime, shortenAddress } from '#shared/format.ts'
import { IF_NOT_YOU } from '#shared/rules/identity.ts'
import { FREEZE_HOURS } from '#shared/rules/withdrawal-freeze.ts'
import {
  type HoldReason,
  RESET_HOLD_HOURS,
  WITHDRAWAL_HOLD_HOURS,
} from '#shared/rules/withdrawal-hold.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { msg, t } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { useKeepAddress } from './use-keep-address.ts'
import { useAllowed, usePendingWithdrawals, useWithdrawalTerms } from './use-withdrawals.ts'
import { WithdrawConfirmStep } from './withdraw-confirm-step.tsx'
import { WithdrawDetailsStep } from './withdraw-details-step.tsx'
import { emptyDraft, FIELD_OF, problemOf } from './withdraw-draft.ts'

/** Withdraw in two steps. Going back keeps what was typed; closing starts over. */
export function WithdrawFlow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const withdrawal = useWithdrawForm(onClose)
  const { form, step, goBack, terms } = withdrawal
  const holdEndsAt = useHoldEnd(terms)
  useEffect(() => useWithdrawAgain.setState({ draft: undefined }), [])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Withdraw {symbol}', { symbol: form.draft.symbol })}
      locked={form.isBusy}
      footer={
        <DialogActions
          form={form}
          submit={step === 0 ? t('Continue') : t('Confirm withdrawal')}
          disabled={holdEndsAt !== undefined}
          back={t('Back')}
          {...(step === 0 ? {} : { onBack: goBack })}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={[t('Details'), t('Confirm')]} current={step} />
        {holdEndsAt && <HoldNotice endsAt={holdEndsAt} reason={terms?.hold_reason} />}
        {step === 0 ? (
          <>
            <WithdrawDetailsStep {...withdrawal} />
            <OwnAmounts>
              <PendingWithdrawals />
            </OwnAmounts>
          </>
        ) : (
          <WithdrawConfirmStep {...withdrawal} />
        )}
      </div>
    </Dialog>
  )
}

/** When the hold ends. Offline, the terms may be from before it ended. */
function useHoldEnd(terms: WithdrawalTerms | undefined): string | undefined {
  const nowMs = useServerNow()
  const endsAt = terms?.hold_ends_at
  return endsAt && epochMsOf(endsAt) > nowMs ? endsAt : undefined
}

interface HoldNoticeProps {
  endsAt: string
  reason: HoldReason | null | undefined
}

/** Shown before the form: withdrawals are on hold, why, and until when. */
function HoldNotice({ endsAt, reason }: HoldNoticeProps) {
  return (
    <Notice tone="warn">
      <strong className="block font-semibold text-fg">
        {t('Withdrawals are on hold until {time}', { time: formatDateTime(endsAt) })}
      </strong>
      {whyOnHold(reason ?? 'credentials')} {t(IF_NOT_YOU)}
    </Notice>
  )
}

function whyOnHold(reason: HoldReason): string {
  const { message, hours } = HOLDS[reason]
  return t(message, { hours })
}

const HOLDS = {
  credentials: {
    message: msg(
      'Your password was changed, your second factor was turned off, or a passkey was removed. To protect you, nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}} after that.',
    ),
    hours: WITHDRAWAL_HOLD_HOURS,
  },
  second_factor_reset: {
    message: msg(
      'Our staff reset your second factor. To protect you, nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}} after that.',
    ),
    hours: RESET_HOLD_HOURS,
  },
  frozen: {
    message: msg(
      'The link in one of our emails froze your withdrawals for {hours, plural, one {# hour} other {# hours}}.',
    ),
    hours: FREEZE_HOURS,
  },
} as const satisfies Readonly<Record<HoldReason, object>>

function PendingWithdrawals() {
  const pending = usePendingWithdrawals()
  if (!pending.data?.length) return null
  return (
    <section aria-label={t('Pending withdrawals')} className="flex flex-col gap-1">
      <h3 className="font-semibold text-fg-2 text-sm">{t('Pending withdrawals')}</h3>
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
              <p className="text-fg-3 text-xs">
                {t('To {address} · {time}', {
                  address: shortenAddress(request.wallet_address),
                  time: formatDateTime(request.submitted_at),
                })}
              </p>
            </div>
            <CancelWithdrawal request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function problemOfSending(failure: Failure): Problem {
  const title = t('Withdraw Request Failed')
  const message = t('Failed to submit withdraw request. Please try again.')
  return { ...problemOfFailure(failure, { title, message }), title }
}

function useWithdrawForm(onSent: () => void) {
  const [again] = useState(() => useWithdrawAgain.getState().draft)
  // All of it was chosen before: what is new is the confirmation.
  const [step, setStep] = useState(again ? 1 : 0)
  const { submit } = useSubmit(submitWithdrawal)
  const keepAddress = useKeepAddress()
  const { availableOf, reportedOf } = usePortfolio()
  const { user } = useSession()
  const terms = useWithdrawalTerms().data
  const allowlist = useAllowed()

  const form = useCommandForm({
    // A withdrawal that waits does not change which coin the form begins with.
    initial: { ...emptyDraft(reportedOf), ...again },
    check: (draft) =>
      problemOf(draft, {
        isSignedIn: user !== undefined,
        available: availableOf(draft.symbol),
        ...allowlist,
      }),
    // The fields of the details are not on the screen where they are confirmed.
    fieldOf: step === 0 ? FIELD_OF : {},
    send: async ({ symbol, amount, address: walletAddress }) => {
      if (step === 0) return void setStep(1)
      const { network } = withdrawalCoin(symbol)
      return submit({ body: { userId: user?.userId, symbol, amount, walletAddress, network } })
    },
    failed: problemOfSending,
    waiting: t('Your withdraw request'),
    done: {
      title: t('Success'),
      message: t('Your withdraw request has been sent to admin for approval.'),
    },
    onSent: ({ draft }) => {
      void keepAddress(draft)
      onSent()
    },
  })

  return {
    form,
    step,
    goBack: () => setStep(0),
    available: availableOf(form.draft.symbol),
    terms,
    allowlist,
  }
}
