import { Link } from 'react-router-dom'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { ListedConversation } from '#shared/contract/support.ts'
import { formatTimestamp } from '#shared/format.ts'
import { isUrgent } from '#shared/rules/support.ts'

interface ConversationRowProps {
  conversation: ListedConversation
  isOpen: boolean
  nowMs: number
}

/** A conversation on staff's list. */
export function ConversationRow({ conversation, isOpen, nowMs }: ConversationRowProps) {
  const { user, unread_count: unread, message_count: count, first_message: first } = conversation
  const messages = count === 1 ? '1 message' : `${count} messages`
  return (
    <li className="border-line border-b [contain-intrinsic-size:auto_7rem] [content-visibility:auto] last:border-b-0">
      <Link
        to={`/admin/support?conversation=${conversation.id}`}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex gap-3 px-3 py-3 hover:bg-surface-2 focus-visible:outline-offset-[-2px]',
          isOpen && 'bg-surface-2',
        )}
      >
        <Avatar name={user.full_name} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <span
              className={classNames(
                'truncate text-fg text-sm',
                unread > 0 ? 'font-semibold' : 'font-medium',
              )}
            >
              {user.full_name}
            </span>
            <time
              dateTime={conversation.last_message_at}
              className="num shrink-0 text-fg-3 text-xs"
            >
              {formatTimestamp(conversation.last_message_at, nowMs)}
            </time>
          </span>
          <span className="truncate text-fg-3 text-xs">{user.email}</span>
          <span className="line-clamp-2 wrap-anywhere text-fg-2 text-sm">
            {first === '' ? 'Picture' : first}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-1.5 text-fg-3 text-xs">
            {unread > 0 && <Badge tone="accent">{unread} unread</Badge>}
            {unread > 0 && isUrgent(first) && <Badge tone="down">Urgent</Badge>}
            {!conversation.is_active && <Badge>Closed</Badge>}
            <span className="num">{messages}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
