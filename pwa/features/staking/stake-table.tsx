import { Lock } from 'lucide-react'
import { useState } from 'react'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useStakes } from '#pwa/hooks/use-own.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import { rowName } from '#pwa/ui/row-name.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { openStake, type StakingPosition } from '#shared/contract/staking.ts'
import { formatAmount, formatDate, formatDateTime } from '#shared/format.ts'
import { parseUnits } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { daysLeft, labelOf, progressOf, type StakeLabel } from './position.ts'

/** Stakes that the server has not taken yet. */
export function UnsentStakes() {
  return (
    <OnThisDevice
      rows={unsentRows(useOutbox(openStake), ({ duration, amount }) => ({
        title: t('Stake for {days, plural, one {# day} other {# days}}', {
          days: Number(duration),
        }),
        value: `${formatAmount(amount)} USDT`,
      }))}
    />
  )
}

export function StakeTable() {
  const stakes = useStakes()
  const nowMs = useServerNow()
  const [shownId, setShownId] = useState<string>()
  const shown = stakes.data?.find(({ id }) => id === shownId)
  return (
    <>
      <DataList
        label={t('Active stakes')}
        query={stakes}
        failed={t('Failed to fetch staking positions')}
        columns={columnsAt(nowMs, ({ id }) => setShownId(id))}
        rows={stakes.data}
        rowKey={({ id }) => id}
        expected={2}
        empty={
          <EmptyState icon={<Lock className="size-5" />} title={t('No stakes yet')}>
            {t('Choose a plan above: the interest is shown before anything is frozen.')}
          </EmptyState>
        }
      />
      {shown && (
        <StakeDetailsDialog position={shown} nowMs={nowMs} onClose={() => setShownId(undefined)} />
      )}
    </>
  )
}

function columnsAt(
  nowMs: number,
  onShow: (position: StakingPosition) => void,
): Column<StakingPosition>[] {
  return [
    column(t('Amount'), 'title', ({ amount }) => (
      <bdi dir="ltr" className="num">
        <Own>{formatAmount(amount)}</Own>
        <span className="@2xl:hidden @3xl:inline"> USDT</span>
      </bdi>
    )),
    {
      header: t('Status'),
      phone: 'value',
      cell: (position) => <StakeBadge label={labelOf(position, nowMs)} />,
    },
    {
      header: t('Term'),
      phone: 'note',
      className: '@3xl:whitespace-nowrap',
      cell: termOf,
    },
    column(t('Ends'), 'line', (position) => (
      <span className="flex flex-col items-end gap-1 whitespace-nowrap @2xl:items-start">
        {formatDate(position.endDate)}
        <TermProgress position={position} nowMs={nowMs} />
      </span>
    )),
    figureColumn(t('Interest'), 'line', ({ interest }) => <Own>{formatAmount(interest)}</Own>),
    column(t('Actions'), 'actions', (position) => (
      <Button
        size="small"
        aria-label={rowName(
          t('Details'),
          rowName(termOf(position), formatDateTime(position.startDate)),
        )}
        onClick={() => onShow(position)}
      >
        {t('Details')}
      </Button>
    )),
  ]
}

function termOf({ duration, apy }: StakingPosition): string {
  return t('{days, plural, one {# day} other {# days}} at {apy}%', { days: duration, apy })
}

interface StakeDetailsDialogProps {
  position: StakingPosition
  nowMs: number
  onClose: () => void
}

function StakeDetailsDialog({ position, nowMs, onClose }: StakeDetailsDialogProps) {
  const comesBack = parseUnits(position.amount) + parseUnits(position.interest)
  return (
    <Dialog onClose={onClose} title={t('Staking Position Details')} size="small">
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <StakeBadge label={labelOf(position, nowMs)} />
          <TermProgress position={position} nowMs={nowMs} />
        </div>
        <SummaryList
          rows={[
            {
              label: t('Staked'),
              value: <Money amount={position.amount} symbol="USDT" />,
              strong: true,
            },
            { label: t('APY'), value: `${position.apy}%` },
            { label: t('Started'), value: formatDateTime(position.startDate) },
            { label: t('Ends'), value: formatDateTime(position.endDate) },
            { label: t('Days left'), value: String(daysLeft(position, nowMs)) },
            {
              label: t('Total interest'),
              value: <Money amount={position.interest} symbol="USDT" />,
            },
            {
              label: position.status === 'completed' ? t('Paid back') : t('You get back'),
              value: <Money amount={comesBack} symbol="USDT" />,
              strong: true,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

function StakeBadge({ label }: { label: StakeLabel }) {
  const tones = { 'In Progress': 'info', Over: 'success', Pending: 'warn' } as const
  return <Badge tone={tones[label]}>{t(label)}</Badge>
}

/** A native progress bar, which screen readers announce without ARIA. */
function TermProgress({ position, nowMs }: { position: StakingPosition; nowMs: number }) {
  const percent = progressOf(position, nowMs)
  return (
    <span className="flex items-center gap-2">
      <progress
        max={100}
        value={percent}
        aria-label={t('Term of {days, plural, one {# day} other {# days}}', {
          days: position.duration,
        })}
        className="h-1.5 w-24 @2xl:w-8 @3xl:w-24 overflow-hidden rounded-full bg-surface-3 [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent-fill"
      />
      <span className="num text-fg-3 text-xs">{percent}%</span>
    </span>
  )
}
