import { create } from 'zustand'
import type { WithdrawalSymbol } from '#shared/rules/withdrawals.ts'

/** What a person has entered so far. */
export interface WithdrawDraft {
  readonly symbol: WithdrawalSymbol
  readonly amount: string
  readonly address: string
}

/** A refused withdrawal on its way back into the dialog, for another try. */
export const useWithdrawAgain = create<{ readonly draft: WithdrawDraft | undefined }>(() => ({
  draft: undefined,
}))
