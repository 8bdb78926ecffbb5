import { useNavigate } from 'react-router-dom'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import type { OutboxRow } from '#pwa/hooks/use-outbox.ts'
import { useWithdrawAgain } from '#pwa/stores/withdraw-again.ts'
import type { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount } from '#shared/format.ts'

/** A refused one goes back into the dialog: a code that was too old is all that is new then. */
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
      title="Withdrawal"
      value={`${formatAmount(amount)} ${symbol}`}
      row={row}
      onAgain={row.state === 'refused' ? () => void submitAgain() : undefined}
    />
  )
}
