import { useState } from 'react'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { useWithdrawalTerms } from './use-withdrawals.ts'
import { emptyDraft, FIELD_OF, problemOf, type WithdrawForm } from './withdraw-draft.ts'

const FAILED = {
  title: 'Withdraw Request Failed',
  message: 'Failed to submit withdraw request. Please try again.',
}

/** The form of a withdrawal over both of its steps: details, then the confirmation. */
export function useWithdrawForm(onSent: () => void) {
  const [again] = useState(() => useWithdrawAgain.getState().draft)
  // All of it was chosen before: what is new is the confirmation.
  const [step, setStep] = useState(again ? 1 : 0)
  const [codeAskedFor, setCodeAskedFor] = useState(false)
  const { submit } = useSubmit(submitWithdrawal)
  const keep = useSubmit(saveAddress).submit
  const { availableOf } = usePortfolio()
  const { user } = useSession()
  const terms = useWithdrawalTerms()
  const needsCode = codeAskedFor || terms.data?.second_factor === true

  const form = useCommandForm({
    initial: { ...emptyDraft(availableOf), ...again },
    check: (draft) =>
      problemOf(draft, {
        isSignedIn: user !== undefined,
        available: availableOf(draft.symbol),
        needsCode: step === 0 ? undefined : needsCode,
      }),
    // The fields of the details are not on the screen where they are confirmed.
    fieldOf: step === 0 ? FIELD_OF : CODE_OF,
    send: async ({ symbol, amount, address: walletAddress, code }) => {
      if (step === 0) return void setStep(1)
      const { network } = withdrawalCoin(symbol)
      const body = { userId: user?.userId, symbol, amount, walletAddress, network }
      return submit({ body: { ...body, ...(needsCode ? { code } : {}) } })
    },
    failed: (failure) => {
      if (failure.code === 'withdrawal.code_required') setCodeAskedFor(true)
      return { ...problemOfFailure(failure, FAILED), title: FAILED.title }
    },
    waiting: 'Your withdraw request is sent by itself.',
    done: {
      title: 'Success',
      message: 'Your withdraw request has been sent to admin for approval.',
    },
    onSent: ({ draft }) => {
      void keepAddress(draft)
      onSent()
    },
  })

  async function keepAddress({ label, symbol, address }: WithdrawForm) {
    if (label === undefined) return
    const { network } = withdrawalCoin(symbol)
    const saved = await keep({ body: { label, symbol, network, address } })
    if (saved.state !== 'refused') return
    showToast({ title: 'Address Not Saved', message: saved.failure.message, tone: 'error' })
  }

  return {
    form,
    step,
    goBack: () => setStep(0),
    needsCode,
    available: availableOf(form.draft.symbol),
    holdEndsAt: terms.data?.hold_ends_at ?? undefined,
  }
}

const CODE_OF = { 'withdrawal.code_required': 'code', 'withdrawal.code_wrong': 'code' } as const
