import type { WithdrawalSymbol } from '#shared/rules/withdrawals.ts'
import { createPersonal } from './personal.ts'

/** The user's input so far. */
export interface WithdrawDraft {
  readonly symbol: WithdrawalSymbol
  readonly amount: string
  readonly address: string
}

/** A refused withdrawal to reopen in the dialog. */
export const useWithdrawAgain = createPersonal<{ readonly draft: WithdrawDraft | undefined }>(
  () => ({
    draft: undefined,
  }),
)
