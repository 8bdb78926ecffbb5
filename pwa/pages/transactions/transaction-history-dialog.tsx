import { ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import type { DialogProps } from '#pwa/feature.ts'
import {
  useKnownTransactions,
  useNewTransactions,
} from '#pwa/features/transactions/use-transactions.ts'
import { CancelWithdrawal, UnsentWithdrawal } from '#pwa/features/withdrawals/cancel-withdrawal.tsx'
import { useHeldUp, useOutbox, useUnsentIds } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { Button, textLinkClass } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { rowName } from '#pwa/ui/row-name.ts'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { acknowledgeTransaction, type TransactionEntry } from '#shared/contract/transactions.ts'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { nameOf, TransactionRow } from './transaction-row.tsx'

/** Deposits and withdrawals: results to confirm, and the history. */
export function TransactionHistoryDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Transaction History')}>
      <OwnAmounts>
        <TransactionHistory />
      </OwnAmounts>
    </Dialog>
  )
}

function TransactionHistory() {
  const deposits = useOutbox(submitDeposit)
  const withdrawals = useOutbox(submitWithdrawal)
  const rows = [
    ...withdrawals.map((row) => ({ key: row.id, row: <UnsentWithdrawal row={row} /> })),
    ...unsentRows(deposits, ({ amount, symbol }) => ({
      title: t('Deposit'),
      value: `${formatAmount(amount)} ${symbol}`,
    })),
    ...unsentRows(useHeldUp(cancelWithdrawal), () => ({
      title: t('Cancel a withdrawal'),
      value: '',
    })),
    ...unsentRows(useHeldUp(acknowledgeTransaction), () => ({
      title: t('Acknowledge a result'),
      value: '',
    })),
  ]
  return (
    <div className="flex flex-col gap-6">
      <Link to="/activity" className={`${textLinkClass} -my-2 gap-2 self-start`}>
        <ScrollText aria-hidden="true" className="size-4" />
        {t('All activity and statements')}
      </Link>
      <OnThisDevice rows={rows} />
      <KnownTransactions />
    </div>
  )
}

function KnownTransactions() {
  const [showArchived, setShowArchived] = useState(false)
  const fresh = useNewTransactions()
  const known = useKnownTransactions({ showArchived })
  function refetch() {
    fresh.refetch()
    known.refetch()
  }
  const shown = fresh.data ?? known.data ?? (showArchived || undefined)
  return (
    <Loaded
      query={{ data: shown, error: fresh.error ?? known.error, refetch }}
      failed={t('Failed to fetch transactions')}
      loading={<SkeletonRows count={4} />}
    >
      {() => (
        <>
          <Section title={t('New Notifications')}>
            <Transactions
              query={fresh}
              hidesAge
              none={t('No new notifications')}
              className="rounded-md border border-line bg-surface-2 px-4"
              actionFor={(entry) => <OkButton entry={entry} />}
            />
          </Section>
          <Section
            title={t('History')}
            aside={
              <Checkbox
                label={t('Show archived')}
                checked={showArchived}
                onChange={(event) => setShowArchived(event.target.checked)}
              />
            }
          >
            <Transactions
              query={known}
              none={t('No transaction history')}
              actionFor={(entry) => isOpen(entry) && <CancelWithdrawal request={entry} />}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}

interface ListProps {
  query: ReturnType<typeof useNewTransactions>
  /** The list below says it. */
  hidesAge?: boolean
  /** Shown if there are no entries. */
  none: string
  className?: string
  actionFor: (entry: TransactionEntry) => ReactNode
}

function Transactions({ query, hidesAge, none, className, actionFor }: ListProps) {
  return (
    <PagedList
      query={hidesAge ? { ...query, isFromCache: false } : query}
      rows={query.data}
      failed={t('Failed to fetch transactions')}
      loading={<SkeletonRows count={2} />}
      empty={<p className="rounded-md bg-surface-2 px-4 py-6 text-center text-fg-3">{none}</p>}
    >
      {(entries) => (
        <ul className={className}>
          {entries.map((entry) => (
            <TransactionRow
              key={entry.id}
              entry={entry}
              hasLinks={!query.isFromCache}
              action={actionFor(entry)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** Whether its owner can still cancel it. */
function isOpen({ type, status }: TransactionEntry): boolean {
  return type === 'withdraw' && status === 'pending'
}

/** Moves a result to the history. */
function OkButton({ entry }: { entry: TransactionEntry }) {
  const { submit, isSubmitting } = useSubmit(acknowledgeTransaction)
  const isUnsent = useUnsentIds(acknowledgeTransaction).has(entry.id)
  async function acknowledge() {
    const result = await submit({ body: { type: entry.type, id: entry.id, is_new: false } })
    if (result.state === 'refused') {
      showToast({
        title: t('Failed to acknowledge transaction'),
        message: result.failure.message,
        tone: 'error',
      })
    }
  }
  return (
    <Button
      size="small"
      busy={isSubmitting || isUnsent}
      aria-label={rowName(t('OK'), nameOf(entry))}
      onClick={() => void acknowledge()}
    >
      {t('OK')}
    </Button>
  )
}

function Section(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  const { title, aside, children } = props
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
