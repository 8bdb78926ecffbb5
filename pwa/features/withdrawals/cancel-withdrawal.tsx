import { useNavigate } from 'react-router-dom'
import { CancelRequest } from '#pwa/components/cancel-request.tsx'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import type { OutboxRow } from '#pwa/hooks/use-outbox.ts'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { cancelWithdrawal, type submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount, formatLimit } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'

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

/** Shown instead of the button: why there is none. */
function InReview() {
  return (
    <span className="flex flex-col items-end gap-1 text-end text-fg-3 text-xs">
      <Badge tone="info">{t('In review')}</Badge>
      {t('Cannot be cancelled now')}
    </span>
  )
}

function CancelButton({ request: { id, amount, symbol } }: CancelWithdrawalProps) {
  const isHidden = useAmountsHidden()
  return (
    <CancelRequest
      route={cancelWithdrawal}
      id={id}
      label={t('Cancel')}
      name={
        isHidden
          ? t('Cancel the withdrawal')
          : t('Cancel the withdrawal of {amount}', {
              amount: `${formatLimit(amount)} ${symbol}`,
            })
      }
      question={t('Cancel this withdrawal?')}
      confirmLabel={t('Cancel withdrawal')}
      dismissLabel={t('Keep it')}
      done={t('Withdrawal cancelled')}
    >
      {t('{amount} will be available again.', { amount: `${formatAmount(amount)} ${symbol}` })}
    </CancelRequest>
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
