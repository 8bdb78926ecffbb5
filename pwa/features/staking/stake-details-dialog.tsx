import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { StakingPosition } from '#shared/contract/staking.ts'
import { formatDateTime } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { daysLeft, labelOf } from './position.ts'
import { StakeBadge, TermProgress } from './stake-status.tsx'

interface StakeDetailsDialogProps {
  position: StakingPosition
  nowMs: number
  onClose: () => void
}

export function StakeDetailsDialog({ position, nowMs, onClose }: StakeDetailsDialogProps) {
  const comesBack = formatUnits(parseUnits(position.amount) + parseUnits(position.interest))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Staking Position Details"
      size="small"
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <StakeBadge label={labelOf(position, nowMs)} />
          <TermProgress position={position} nowMs={nowMs} />
        </div>
        <SummaryList
          rows={[
            {
              label: 'Staked',
              value: <Money amount={position.amount} symbol="USDT" />,
              strong: true,
            },
            { label: 'APY', value: `${position.apy}%` },
            { label: 'Started', value: formatDateTime(position.startDate) },
            { label: 'Ends', value: formatDateTime(position.endDate) },
            { label: 'Days left', value: String(daysLeft(position, nowMs)) },
            {
              label: 'Total interest',
              value: <Money amount={position.interest} symbol="USDT" />,
            },
            {
              label: position.status === 'completed' ? 'Paid back' : 'Comes back',
              value: <Money amount={comesBack} symbol="USDT" />,
              strong: true,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}
