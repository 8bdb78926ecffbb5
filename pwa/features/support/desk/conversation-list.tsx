import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { MINUTE_MS } from '#shared/time.ts'
import { ConversationRow } from './conversation-row.tsx'
import { type ConversationFilter, useConversations } from './use-support-desk.ts'

const FILTERS: readonly { readonly value: ConversationFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'open', label: 'Active' },
  { value: 'closed', label: 'Closed' },
]

/** Everybody's conversations: searched, filtered, and more of them as staff scrolls on. */
export function ConversationList({ openId }: { openId: string | undefined }) {
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<ConversationFilter>('all')
  const conversations = useConversations(useSettled(typed.trim()), filter)
  return (
    <section
      aria-label="Conversations"
      // No clip: rounded corners over what scrolls would be cut anew with every frame.
      className="flex min-h-0 flex-col rounded-lg border border-line bg-surface pb-2"
    >
      <div className="flex flex-col gap-2 border-line border-b p-3">
        <SearchField
          label="Search conversations"
          placeholder="Email, name or message"
          value={typed}
          onChange={setTyped}
        />
        <SegmentedControl
          label="Which conversations"
          options={FILTERS}
          value={filter}
          onValueChange={setFilter}
        />
      </div>
      <div className="min-h-0 flex-1 bg-surface md:overflow-y-auto md:overscroll-contain">
        <Rows conversations={conversations} openId={openId} />
      </div>
    </section>
  )
}

interface RowsProps {
  conversations: ReturnType<typeof useConversations>
  openId: string | undefined
}

function Rows({ conversations, openId }: RowsProps) {
  const nowMs = useServerNow(MINUTE_MS)
  return (
    <PagedList
      query={conversations}
      failed="Failed to fetch support conversations"
      rows={conversations.rows}
      empty={
        <EmptyState icon={<Inbox className="size-5" />} title="No conversations found">
          Users who write to support stand here.
        </EmptyState>
      }
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <ConversationRow
              key={row.id}
              conversation={row}
              isOpen={row.id === openId}
              nowMs={nowMs}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
