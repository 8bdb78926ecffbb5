import { Timer } from 'lucide-react'
import { useState } from 'react'
import { useFuturesStore } from '#pwa/stores/futures.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { closedColumns, runningColumns } from './trade-columns.tsx'
import { TradeDetailsDialog } from './trade-details-dialog.tsx'
import { useFutures, useNowMs, useWatchedPrices } from './use-futures.ts'

export type FuturesTab = 'transaction' | 'closed'

/** Transaction: what runs. Closed: everything else. */
export function TradeLists({ tab, onTab }: { tab: FuturesTab; onTab: (tab: FuturesTab) => void }) {
  const { running } = useFutures()
  const [shown, setShown] = useState<FuturesTrade>()
  return (
    <Card>
      <Tabs
        label="Trades"
        value={tab}
        onValueChange={(value) => onTab(value === 'closed' ? 'closed' : 'transaction')}
        tabs={[
          {
            value: 'transaction',
            label: 'Transaction',
            count: running?.length,
            content: <RunningTrades onDetails={setShown} />,
          },
          { value: 'closed', label: 'Closed', content: <ClosedTrades onDetails={setShown} /> },
        ]}
      />
      {shown && <TradeDetailsDialog trade={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

interface ListProps {
  onDetails: (trade: FuturesTrade) => void
}

function RunningTrades({ onDetails }: ListProps) {
  const futures = useFutures()
  const { priceOf } = useWatchedPrices()
  const nowMs = useNowMs(SECOND_MS)
  const openCountdown = useFuturesStore((state) => state.openCountdown)
  return (
    <div className="-mx-4">
      <DataList
        label="Transaction"
        query={futures}
        failed="Failed to fetch trades."
        columns={runningColumns(nowMs, priceOf, [
          { label: 'Countdown', icon: <Timer className="size-4" />, onShow: openCountdown },
          { label: 'Details', onShow: onDetails },
        ])}
        rows={futures.running}
        rowKey={({ id }) => id}
        expected={1}
        empty={
          <EmptyState icon={<Timer className="size-5" />} title="No running trades">
            Open one above: it counts down here and settles by itself.
          </EmptyState>
        }
      />
    </div>
  )
}

function ClosedTrades({ onDetails }: ListProps) {
  const [showArchived, setShowArchived] = useState(false)
  const futures = useFutures(showArchived)
  const nowMs = useNowMs(MINUTE_MS)
  return (
    <>
      <div className="-mx-4">
        <DataList
          label="Closed"
          query={futures}
          failed="Failed to fetch trades."
          columns={closedColumns(nowMs, [{ label: 'Details', onShow: onDetails }])}
          rows={futures.closed}
          rowKey={({ id }) => id}
          expected={3}
          empty={
            <EmptyState icon={<Timer className="size-5" />} title="No closed trades">
              Trades that have ended stand here, with the prices that decided them.
            </EmptyState>
          }
        />
      </div>
      <Checkbox
        label="Show archived"
        checked={showArchived}
        onChange={(event) => setShowArchived(event.target.checked)}
      />
    </>
  )
}
