import { Lock } from 'lucide-react'
import { useState } from 'react'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useStakes } from '#pwa/hooks/use-stakes.ts'
import { Button } from '#pwa/ui/button.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { StakingPosition } from '#shared/contract/staking.ts'
import { formatAmount, formatDate } from '#shared/format.ts'
import { labelOf } from './position.ts'
import { StakeDetailsDialog } from './stake-details-dialog.tsx'
import { StakeBadge, TermProgress } from './stake-status.tsx'
import { useUnsentStakes } from './use-staking.ts'

/** Every own position, with how far its term has come. */
export function StakeTable() {
  const stakes = useStakes()
  const unsent = useUnsentStakes()
  const nowMs = useServerNow()
  const [shown, setShown] = useState<StakingPosition>()
  return (
    <>
      {unsent.length > 0 && (
        <ul className="px-4">
          {unsent.map((row) => (
            <UnsentRow
              key={row.id}
              title={`Stake for ${row.body.duration} days`}
              value={`${row.body.amount} USDT`}
              row={row}
            />
          ))}
        </ul>
      )}
      <DataList
        label="Active stakes"
        query={stakes}
        failed="Failed to fetch staking positions"
        columns={columnsAt(nowMs, setShown)}
        rows={stakes.data}
        rowKey={({ id }) => id}
        expected={2}
        empty={
          unsent.length > 0 ? null : (
            <EmptyState icon={<Lock className="size-5" />} title="No stakes yet">
              Choose a plan above: the interest is shown before anything is locked.
            </EmptyState>
          )
        }
      />
      {shown && (
        <StakeDetailsDialog position={shown} nowMs={nowMs} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

function columnsAt(
  nowMs: number,
  onShow: (position: StakingPosition) => void,
): Column<StakingPosition>[] {
  return [
    {
      header: 'Amount',
      phone: 'title',
      cell: ({ amount }) => (
        <span className="num">
          {formatAmount(amount)}
          <span className="@2xl:hidden @3xl:inline"> USDT</span>
        </span>
      ),
    },
    {
      header: 'Status',
      phone: 'value',
      cell: (position) => <StakeBadge label={labelOf(position, nowMs)} />,
    },
    {
      header: 'Term',
      phone: 'note',
      className: '@2xl:whitespace-nowrap',
      cell: ({ duration, apy }) => `${duration} ${duration === 1 ? 'day' : 'days'} at ${apy}%`,
    },
    {
      header: 'Ends',
      phone: 'line',
      cell: (position) => (
        <span className="flex flex-col items-end gap-1 whitespace-nowrap @2xl:items-start">
          {formatDate(position.endDate)}
          <TermProgress position={position} nowMs={nowMs} />
        </span>
      ),
    },
    {
      header: 'Interest',
      align: 'end',
      phone: 'line',
      cell: ({ interest }) => formatAmount(interest),
    },
    {
      header: 'Actions',
      align: 'end',
      phone: 'actions',
      cell: (position) => (
        <Button size="small" onClick={() => onShow(position)}>
          Details
        </Button>
      ),
    },
  ]
}
