import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import type { OutboxRow } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showFailure, showToast } from '#pwa/stores/toasts.ts'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { cancelWithdrawal, type submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount, formatLimit } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { useUnsentWithdrawalCancellations } from './use-withdrawals.ts'

interface CancelWithdrawalProps {
  request: {
    readonly id: string
    readonly amount: Decimal
    readonly symbol: string
    readonly in_review: boolean
  }
}

/** Cancels a withdrawal that waits for review, after saying what becomes available again. */
export function CancelWithdrawal({ request }: CancelWithdrawalProps) {
  return request.in_review ? <InReview /> : <CancelButton request={request} />
}

/** In the place of the button: why there is none. */
function InReview() {
  return (
    <span className="flex flex-col items-end gap-1 text-end text-fg-3 text-xs">
      <Badge tone="info">{t('In review')}</Badge>
      {t('Cannot be cancelled now')}
    </span>
  )
}

function CancelButton({ request: { id, amount, symbol } }: CancelWithdrawalProps) {
  const [asks, setAsks] = useState(false)
  const isHidden = useAmountsHidden()
  const { submit, isSubmitting } = useSubmit(cancelWithdrawal)
  const isCancelling = useUnsentWithdrawalCancellations().has(id)
  async function cancel() {
    const result = await submit({ params: { id } })
    if (result.state === 'refused') showFailure(result.failure)
    if (result.state === 'done') showToast({ title: t('Withdrawal cancelled'), tone: 'success' })
    setAsks(false)
  }
  return (
    <>
      <Button
        size="small"
        disabled={isCancelling}
        aria-label={
          isHidden
            ? t('Cancel the withdrawal')
            : t('Cancel the withdrawal of {amount}', {
                amount: `${formatLimit(amount)} ${symbol}`,
              })
        }
        onClick={() => setAsks(true)}
      >
        {isCancelling ? t('Cancelling…') : t('Cancel')}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('Cancel this withdrawal?')}
        confirmLabel={t('Cancel withdrawal')}
        dismissLabel={t('Keep it')}
        tone="danger"
        busy={isSubmitting}
        onConfirm={() => void cancel()}
      >
        <p>
          {t('{amount} will be available again.', { amount: `${formatAmount(amount)} ${symbol}` })}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** A refused one goes back into the dialog. */
export function UnsentWithdrawal({ row }: { row: OutboxRow<typeof submitWithdrawal> }) {
  const navigate = useNavigate()
  const { symbol, amount, walletAddress: address } = row.body
  async function submitAgain() {
    useWithdrawAgain.setState({ draft: { symbol, amount, address } })
    await row.dismiss()
    await navigate('/?open=withdraw')
  }
  return (
    <UnsentRow
      title={t('Withdrawal')}
      value={<bdi dir="ltr">{`${formatAmount(amount)} ${symbol}`}</bdi>}
      row={row}
      onAgain={row.state === 'refused' ? () => void submitAgain() : undefined}
    />
  )
}
