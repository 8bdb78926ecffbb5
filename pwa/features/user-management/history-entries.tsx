import { History } from 'lucide-react'
import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { readText } from '#shared/contract/text.ts'
import type { HistoryEntry, HistoryList } from '#shared/contract/user-history.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { HideEntriesDialog, HideTradesDialog } from './hide-dialogs.tsx'
import { useUserHistory } from './use-user-management.ts'

const LISTS = [
  { value: 'orders', label: msg('Orders') },
  { value: 'futures', label: msg('Futures') },
  { value: 'transactions', label: msg('Transactions') },
] as const

interface HistoryTabProps {
  user: AdminUser
  /** Staff cannot hide their own history. */
  isOwn: boolean
}

export function HistoryTab({ user, isOwn }: HistoryTabProps) {
  const [list, setList] = useState<HistoryList>('orders')
  const [asksForAll, setAsksForAll] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-fg-3 text-sm">
        {t(
          'Hidden entries leave the user’s lists, and appear there under “Show archived”. Nothing is deleted, and no status or amount changes.',
        )}
      </p>
      <SegmentedControl
        label={t('History')}
        options={LISTS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={list}
        onValueChange={(next) => setList(next)}
      />
      <HistoryEntries key={list} user={user} list={list} isOwn={isOwn} />
      {list !== 'transactions' && !isOwn && (
        <IfMay permission="histories.hide">
          <Button variant="danger" className="self-start" onClick={() => setAsksForAll(true)}>
            {t('Hide trade history')}
          </Button>
        </IfMay>
      )}
      {asksForAll && <HideTradesDialog user={user} onClose={() => setAsksForAll(false)} />}
    </div>
  )
}

function HistoryEntries({ user, list, isOwn }: HistoryTabProps & { list: HistoryList }) {
  const history = useUserHistory(user.id, list)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<'chosen' | 'all'>()
  const hidable = history.entries?.filter((entry) => !isOwn && canHide(entry)) ?? []
  const ids = hidable.map(({ id }) => id).filter((id) => chosen.has(id))
  return (
    <PagedList
      query={history}
      rows={history.entries}
      failed={t('Failed to load transactions')}
      loading={<SkeletonRows count={4} />}
      empty={
        <EmptyState icon={<History className="size-5" />} title={t('Nothing in this history')} />
      }
    >
      {(entries) => (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Checkbox
              label={t('Select all')}
              disabled={hidable.length === 0}
              checked={ids.length > 0 && ids.length === hidable.length}
              onChange={(event) =>
                setChosen(new Set(event.target.checked ? hidable.map(({ id }) => id) : []))
              }
            />
            <IfMay permission="histories.hide">
              <span className="flex flex-wrap gap-2">
                <Button size="small" disabled={ids.length === 0} onClick={() => setAsked('chosen')}>
                  {t('Hide selected ({count})', { count: ids.length })}
                </Button>
                <Button
                  size="small"
                  disabled={hidable.length === 0}
                  onClick={() => setAsked('all')}
                >
                  {t('Hide all')}
                </Button>
              </span>
            </IfMay>
          </div>
          <ul className="divide-y divide-line rounded-md border border-line">
            {entries.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                isChosen={chosen.has(entry.id)}
                canHide={hidable.includes(entry)}
                onChoose={() => setChosen(toggled(chosen, entry.id))}
              />
            ))}
          </ul>
          {asked && (
            <HideEntriesDialog
              user={user}
              list={list}
              ids={asked === 'chosen' ? ids : undefined}
              onClose={() => setAsked(undefined)}
              onDone={() => {
                setChosen(new Set())
                setAsked(undefined)
              }}
            />
          )}
        </div>
      )}
    </PagedList>
  )
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

function canHide({ is_open, archived }: HistoryEntry): boolean {
  return !is_open && !archived
}

interface EntryRowProps {
  entry: HistoryEntry
  isChosen: boolean
  canHide: boolean
  onChoose: () => void
}

function EntryRow({ entry, isChosen, canHide, onChoose }: EntryRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
      <div className="flex-1">
        <Checkbox
          disabled={!canHide}
          checked={isChosen && canHide}
          onChange={onChoose}
          label={
            <span className="flex flex-col">
              <span className="font-medium text-fg text-sm">{readText(entry, 'title')}</span>
              <span className="num text-fg-3 text-xs">{formatDateTime(entry.created_at)}</span>
            </span>
          }
        />
      </div>
      <span className="ms-auto flex shrink-0 flex-col items-end gap-1 text-sm">
        <Money amount={entry.amount} symbol={entry.symbol} />
        <span className="flex gap-1">
          {entry.archived && <Badge>{t('Hidden')}</Badge>}
          <StatusBadge status={entry.status} />
        </span>
      </span>
    </li>
  )
}
