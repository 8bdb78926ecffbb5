import { submit } from '#pwa/data/submit.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'
import type { WithdrawForm } from './withdraw-draft.ts'

/** Saves the address of a withdrawal that was requested, if the user has given it a label. */
export function useKeepAddress() {
  return async ({ label, symbol, address }: WithdrawForm): Promise<void> => {
    if (label === undefined) return
    const { network } = withdrawalCoin(symbol)
    const body = { label, symbol, network, address }
    const { news, dismiss } = await submit(saveAddress, { body })
    const saved = await news
    if (saved.state !== 'refused') return
    const { message } = problemOfFailure(saved.failure)
    showToast({ title: t('Address Not Saved'), message, tone: 'error' })
    // The toast shows it, because the dialog is closed.
    await dismiss()
  }
}
