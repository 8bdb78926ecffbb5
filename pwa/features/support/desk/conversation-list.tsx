import { Inbox } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '#pwa/components/avatar.tsx'
import { useAddress } from '#pwa/hooks/use-address.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { useDeskKeys } from '#pwa/reviews/desk/desk-keys.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Missing } from '#pwa/ui/money.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import type { ListedConversation } from '#shared/contract/support.ts'
import { formatTimestamp } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { ConversationBadge } from '../conversation-badge.tsx'
import { type ConversationFilter, useConversations, useSupportStats } from './use-support-desk.ts'

const FILTERS: readonly { readonly value: ConversationFilter; readonly label: string }[] = [
  { value: 'all', label: msg('{of, select, conversations {All} other {All}}') },
  { value: 'unanswered', label: msg('Unanswered') },
  { value: 'unread', label: msg('Unread') },
  {
    value: 'open',
    label: msg(
      '{of, select, conversation {Active} conversations {Active} address {Active} other {Active}}',
    ),
  },
  {
    value: 'closed',
    label: msg('{of, select, conversation {Closed} conversations {Closed} other {Closed}}'),
  },
]

export function ConversationList({ openId }: { openId: string | undefined }) {
  const [typed, setTyped] = useState('')
  const { query, change } = useAddress()
  const filter = FILTERS.find(({ value }) => value === query.get('filter'))?.value ?? 'all'
  const conversations = useConversations(useSettled(typed.trim()), filter)
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  return (
    <section
      aria-label={t('Conversations')}
      // No clip: rounded corners over a scrolling list would be clipped again in every frame.
      className="flex min-h-0 flex-col rounded-lg border border-line bg-surface pb-2"
    >
      <div className="flex flex-col gap-2 border-line border-b p-3">
        <SearchField
          label={t('Search conversations')}
          placeholder={t('Email, name or message')}
          value={typed}
          onChange={setTyped}
        />
        <SegmentedControl
          label={t('Which conversations')}
          options={FILTERS.map(({ value, label }) => ({
            value,
            label: t(label, { of: 'conversations' }),
          }))}
          value={filter}
          onValueChange={(next) => change({ filter: next === 'all' ? undefined : next })}
        />
      </div>
      <div
        ref={list}
        className="min-h-0 flex-1 bg-surface md:overflow-y-auto md:overscroll-contain"
      >
        <Rows conversations={conversations} openId={openId} />
      </div>
    </section>
  )
}

/** As at the review desk: j and k move among the rows, and Escape leaves a conversation for them. */
function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-desk-row]') ?? [])]
  const openOne = () => rows().find((row) => row.ariaCurrent === 'true')
  const step = (by: 1 | -1) => {
    const all = rows()
    const focused = all.find((row) => row === document.activeElement) ?? openOne()
    const to = focused ? all.indexOf(focused) + by : 0
    all[Math.min(Math.max(to, 0), all.length - 1)]?.focus()
  }
  useDeskKeys({
    next: () => step(1),
    previous: () => step(-1),
    // One that was unread may have left the list.
    back: () => (openOne() ?? rows()[0])?.focus(),
  })
}

interface RowsProps {
  conversations: ReturnType<typeof useConversations>
  openId: string | undefined
}

function Rows({ conversations, openId }: RowsProps) {
  const nowMs = useServerNow(MINUTE_MS)
  const { query } = useAddress()
  const addressOf = (id: string) => {
    const next = new URLSearchParams(query)
    next.set('conversation', id)
    return `/admin/support?${next}`
  }
  return (
    <PagedList
      query={conversations}
      failed={t('Failed to fetch support conversations')}
      rows={conversations.rows}
      empty={
        <EmptyState icon={<Inbox className="size-5" />} title={t('No conversations found')}>
          {t('Messages from users appear here.')}
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
              to={addressOf(row.id)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

interface ConversationRowProps {
  conversation: ListedConversation
  isOpen: boolean
  nowMs: number
  to: string
}

function ConversationRow({ conversation, isOpen, nowMs, to }: ConversationRowProps) {
  const { user, unread_count: unread, message_count: count, first_message: first } = conversation
  const isUnanswered = conversation.is_active && conversation.last_sender === 'user'
  return (
    <li className="border-line border-b [contain-intrinsic-size:auto_7rem] [content-visibility:auto] last:border-b-0">
      <Link
        to={to}
        data-desk-row=""
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex gap-3 px-3 py-3 hover:bg-surface-2 focus-visible:outline-offset-[-2px]',
          isOpen && 'bg-surface-2',
        )}
      >
        <Avatar name={user.full_name} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <ShortText
              className={classNames(
                'text-fg text-sm',
                unread > 0 ? 'font-semibold' : 'font-medium',
              )}
            >
              {user.full_name}
            </ShortText>
            <time
              dateTime={conversation.last_message_at}
              className="num shrink-0 text-fg-3 text-xs"
            >
              {formatTimestamp(conversation.last_message_at, nowMs)}
            </time>
          </span>
          <ShortText className="text-fg-3 text-xs">{user.email}</ShortText>
          <span title={first} className="line-clamp-2 wrap-anywhere text-fg-2 text-sm">
            {first === '' ? t('Image') : <bdi>{first}</bdi>}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-1.5 text-fg-3 text-xs">
            {unread > 0 && (
              <Badge tone="accent">
                {t('{count, plural, one {# unread} other {# unread}}', { count: unread })}
              </Badge>
            )}
            {isUnanswered && <Badge tone="warn">{t('Unanswered')}</Badge>}
            {conversation.is_urgent && <Badge tone="danger">{t('Urgent')}</Badge>}
            {!conversation.is_active && <ConversationBadge isActive={false} />}
            <span className="num">
              {t('{count, plural, one {# message} other {# messages}}', { count })}
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
}

export function SupportStats() {
  const { data, error, refetch } = useSupportStats()
  if (!data && error) {
    return (
      <ErrorState
        title={t('Failed to fetch support statistics')}
        message={error.message}
        onRetry={refetch}
      />
    )
  }
  return (
    <dl className="grid grid-cols-3 divide-x divide-line rounded-lg border border-line bg-surface">
      <Figure label={t('Total conversations')} value={data?.totalConversations} />
      <Figure label={t('Active conversations')} value={data?.activeConversations} />
      <Figure label={t('Unread messages')} value={data?.unreadMessages} />
    </dl>
  )
}

/** undefined while it is not known: never shown as 0. */
function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex min-w-0 flex-col justify-between gap-1 px-3 py-3 md:px-4">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="num font-semibold text-fg text-lg">{value ?? <Missing />}</dd>
    </div>
  )
}
