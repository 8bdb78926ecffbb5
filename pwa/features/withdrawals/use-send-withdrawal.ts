import { useState } from 'react'
import { useSaveAddress } from '#pwa/features/withdrawals/saved-addresses/use-saved-addresses.ts'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { waitsForConnection } from '#pwa/hooks/waits-for-connection.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import type { WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { describeRefusal } from '#shared/errors.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { useSubmitWithdrawal } from './use-withdrawals.ts'
import type { Problem } from './withdraw-draft.ts'

interface Confirmed {
  readonly draft: WithdrawDraft
  readonly code: string
  readonly needsCode: boolean
  /** To keep the address under; undefined: it is not kept. */
  readonly label: string | undefined
}

const FAILED = {
  title: 'Withdraw Request Failed',
  message: 'Failed to submit withdraw request. Please try again.',
}

/** Sends a confirmed withdrawal, and keeps its address where that was wished. */
export function useSendWithdrawal() {
  const { submit, isSubmitting } = useSubmitWithdrawal()
  const saving = useSaveAddress()
  const { user } = useSession()
  const showToast = useToasts((state) => state.show)
  const [codeAskedFor, setCodeAskedFor] = useState(false)

  /** @returns what stood in the way; undefined where the request is sent or waits to be */
  async function send(confirmed: Confirmed): Promise<Problem | undefined> {
    const { draft, code, needsCode, label } = confirmed
    const missing = missingIn(confirmed, user?.userId)
    if (missing) return missing
    const { symbol, amount, address } = draft
    const { network } = withdrawalCoin(symbol)
    const result = await submit({
      body: {
        userId: user?.userId,
        symbol,
        amount,
        walletAddress: address,
        network,
        ...(needsCode ? { code } : {}),
      },
    })
    if (result.state === 'refused') {
      if (result.failure.code === 'withdrawal.code_required') setCodeAskedFor(true)
      return { ...failureText(result.failure, FAILED), title: FAILED.title }
    }
    showToast(
      result.state === 'waiting'
        ? waitsForConnection('Your withdraw request is sent by itself.')
        : {
            title: 'Success',
            message: 'Your withdraw request has been sent to admin for approval.',
            tone: 'success',
          },
    )
    if (label) void keepAddress({ label, symbol, network, address })
    return undefined
  }

  async function keepAddress(body: Parameters<typeof saving.submit>[0]['body']) {
    const saved = await saving.submit({ body })
    if (saved.state !== 'refused') return
    showToast({ title: 'Address Not Saved', message: saved.failure.message, tone: 'error' })
  }

  return { send, isSending: isSubmitting, codeAskedFor }
}

/** What the confirmation still lacks. Source: docs/product.md, Withdrawals. */
export function missingIn({ code, needsCode, label }: Confirmed, userId: string | undefined) {
  if (!userId) return { title: 'Invalid Data', message: 'Please log in to withdraw.' }
  if (needsCode && code.trim() === '') return describeRefusal('withdrawal.code_required')
  if (label?.trim() === '') return { title: 'Missing Information', message: NAME_IT }
  return undefined
}

const NAME_IT = 'Please give the address a label, or do not save it.'
