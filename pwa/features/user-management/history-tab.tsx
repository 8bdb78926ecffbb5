import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import type { HistoryList } from '#shared/contract/user-history.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { HideTradesDialog } from './hide-dialogs.tsx'
import { HistoryEntries } from './history-entries.tsx'

const LISTS = [
  { value: 'orders', label: 'Orders' },
  { value: 'futures', label: 'Futures' },
  { value: 'transactions', label: 'Transactions' },
] as const

/** A user's histories, and hiding entries from them. */
export function HistoryTab({ user }: { user: AdminUser }) {
  const [list, setList] = useState<HistoryList>('orders')
  const [asksForAll, setAsksForAll] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-fg-3 text-sm">
        Hidden entries leave the user’s lists until they ask for archived ones. Nothing is deleted,
        and no status or amount changes.
      </p>
      <SegmentedControl
        label="History"
        options={LISTS}
        value={list}
        onValueChange={(next) => setList(next)}
      />
      <HistoryEntries key={list} user={user} list={list} />
      {list !== 'transactions' && (
        <IfMay permission="histories.hide">
          <Button variant="danger" className="self-start" onClick={() => setAsksForAll(true)}>
            Delete trade history
          </Button>
        </IfMay>
      )}
      {asksForAll && <HideTradesDialog user={user} onClose={() => setAsksForAll(false)} />}
    </div>
  )
}
