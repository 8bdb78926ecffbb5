import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { formatDifference } from '#shared/format.ts'
import { ActDialog } from './act-dialog.tsx'
import type { PortfolioEdit } from './portfolio-draft.ts'
import { nameOf } from './user-facts.ts'

interface DialogProps {
  user: AdminUser
  onClose: () => void
  onDone: () => void
}

type AdjustProps = DialogProps & { edits: readonly PortfolioEdit[] }

export function AdjustPortfolioDialog({ user, edits, ...events }: AdjustProps) {
  const { submit } = useSubmit(updatePortfolio)
  const balances = Object.fromEntries(
    edits.map(({ symbol, available, was }) => [symbol, { available, was }]),
  )
  return (
    <ActDialog
      {...events}
      title="Adjust these balances?"
      submit="Save portfolio"
      asksReason
      failed="Failed to save portfolio"
      send={(reason) => submit({ body: { userId: user.id, reason, balances } })}
    >
      <p className="text-fg-2 text-sm">What {nameOf(user)} has available changes at once.</p>
      <SummaryList
        rows={edits.map(({ symbol, available, change }) => ({
          label: symbol,
          value: (
            <span className="num">
              {formatDifference(change)} → {available}
            </span>
          ),
          strong: true,
        }))}
      />
    </ActDialog>
  )
}

type ResetProps = DialogProps & {
  rows: readonly { symbol: string; available: string; frozen: string }[]
}

export function ResetPortfolioDialog({ user, rows, ...events }: ResetProps) {
  const { submit } = useSubmit(resetPortfolio)
  const hasFrozen = rows.some(({ frozen }) => frozen !== '0')
  return (
    <ActDialog
      {...events}
      title="Reset this portfolio to zero?"
      submit="Reset to zero"
      variant="danger"
      asksReason
      failed="Failed to delete portfolio data"
      send={(reason) => submit({ body: { userId: user.id, reason } })}
    >
      <p className="text-fg-2 text-sm">
        Everything that {nameOf(user)} has available is taken at once.
        {hasFrozen && ' What is frozen stays: it belongs to orders, stakes and requests.'}
      </p>
      <SummaryList
        rows={rows
          .filter(({ available }) => available !== '0')
          .map(({ symbol, available }) => ({
            label: symbol,
            value: <Money amount={available} />,
          }))}
      />
    </ActDialog>
  )
}
