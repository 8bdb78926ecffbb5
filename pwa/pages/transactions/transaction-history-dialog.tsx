import { ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { useUnsentDeposits } from '#pwa/features/deposits/use-deposits.ts'
import { useTransactions } from '#pwa/features/transactions/use-transactions.ts'
import { CancelWithdrawal } from '#pwa/features/withdrawals/cancel-withdrawal.tsx'
import { UnsentWithdrawal } from '#pwa/features/withdrawals/unsent-withdrawal.tsx'
import { useUnsentWithdrawals } from '#pwa/features/withdrawals/use-withdrawals.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { formatAmount } from '#shared/format.ts'
import { instantOf } from '#shared/time.ts'
import { TransactionRow } from './transaction-row.tsx'

/** Deposits and withdrawals: results that wait for an OK, and everything else. */
export function TransactionHistoryDialog({
  open,
  onClose,
}: {
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Transaction History">
      <TransactionHistory />
    </Dialog>
  )
}

/** What has not left this device shows whatever became of the list. */
function TransactionHistory() {
  return (
    <div className="flex flex-col gap-6">
      <Link
        to="/activity"
        className="-my-2 inline-flex min-h-11 items-center gap-2 self-start text-info text-sm hover:underline"
      >
        <ScrollText aria-hidden="true" className="size-4" />
        All activity and statements
      </Link>
      <UnsentTransactions />
      <KnownTransactions />
    </div>
  )
}

function UnsentTransactions() {
  const deposits = useUnsentDeposits()
  const withdrawals = useUnsentWithdrawals()
  if (deposits.length + withdrawals.length === 0) return null
  return (
    <Section title="On this device">
      <ul>
        {withdrawals.map((row) => (
          <UnsentWithdrawal key={row.id} row={row} />
        ))}
        {deposits.map((row) => (
          <UnsentRow
            key={row.id}
            title="Deposit"
            value={`${formatAmount(row.body.amount)} ${row.body.symbol}`}
            row={row}
          />
        ))}
      </ul>
    </Section>
  )
}

function KnownTransactions() {
  const [showArchived, setShowArchived] = useState(false)
  const history = useTransactions({ showArchived })
  if (history.isLoading) return <SkeletonRows count={4} />
  if (!history.data) {
    return (
      <ErrorState
        title="Failed to fetch transactions"
        message={history.error?.message ?? 'Failed to fetch transactions'}
        onRetry={history.refetch}
      />
    )
  }
  const fresh = history.data.filter((entry) => entry.isNew)
  const known = history.data.filter((entry) => !entry.isNew)
  return (
    <>
      {history.isFromCache && history.updatedAtMs !== undefined && (
        <Age at={instantOf(history.updatedAtMs)} />
      )}
      <Section title="New Notifications">
        {fresh.length === 0 ? (
          <Nothing>No new notifications</Nothing>
        ) : (
          <ul className="rounded-md border border-line bg-surface-2 px-4">
            {fresh.map((entry) => (
              <TransactionRow key={entry.id} entry={entry} action={<OkButton entry={entry} />} />
            ))}
          </ul>
        )}
      </Section>
      <Section
        title="History"
        aside={
          <Checkbox
            label="Show archived"
            checked={showArchived}
            onChange={(event) => setShowArchived(event.target.checked)}
          />
        }
      >
        {known.length === 0 ? (
          <Nothing>No transaction history</Nothing>
        ) : (
          <ul>
            {known.map((entry) => (
              <TransactionRow
                key={entry.id}
                entry={entry}
                action={isOpen(entry) && <CancelWithdrawal request={entry} />}
              />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

/** What its owner can still take back. */
function isOpen({ type, status }: TransactionEntry): boolean {
  return type === 'withdraw' && status === 'pending'
}

/** Takes a result to the history. */
function OkButton({ entry }: { entry: TransactionEntry }) {
  const { submit, isSubmitting } = useSubmit(acknowledgeTransaction)
  const showToast = useToasts((state) => state.show)
  async function acknowledge() {
    const result = await submit({ body: { type: entry.type, id: entry.id, is_new: false } })
    if (result.state === 'refused') {
      showToast({
        title: 'Failed to acknowledge transaction',
        message: result.failure.message,
        tone: 'error',
      })
    }
  }
  return (
    <Button size="small" busy={isSubmitting} onClick={() => void acknowledge()}>
      OK
    </Button>
  )
}

interface SectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

function Section({ title, aside, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <header className="flex min-h-11 items-center justify-between gap-3">
        <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-surface-2 px-4 py-6 text-center text-fg-3">{children}</p>
}
