import { Check, CheckCheck, Clock3, ImageIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { SupportMessage } from '#shared/contract/support.ts'
import { formatDateTime, formatTime, formatTimestamp } from '#shared/format.ts'
import { isUrgent } from '#shared/rules/support.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { MessagePicture } from './message-picture.tsx'
import type { UnsentMessage } from './timeline.ts'

interface BubbleProps {
  name: string
  isOwn: boolean
  beginsRun: boolean
  tone?: 'arrived' | 'waiting' | 'refused'
  /** Below the message: time and state. */
  foot: ReactNode
  children: ReactNode
}

export function Bubble(props: BubbleProps) {
  const { name, isOwn, beginsRun, tone = 'arrived', foot, children } = props
  return (
    <li
      className={classNames(
        'flex max-w-[85%] flex-col gap-1 md:max-w-[75%]',
        isOwn ? 'items-end self-end' : 'items-start self-start',
        beginsRun && 'mt-3 first:mt-0',
      )}
    >
      <span
        className={classNames(
          'wrap-anywhere px-1 font-medium text-fg-2 text-xs',
          !beginsRun && 'sr-only',
        )}
      >
        {name}
      </span>
      <div
        className={classNames(
          'flex max-w-full flex-col gap-2 rounded-lg border px-3.5 py-2.5 text-fg',
          isOwn ? 'rounded-ee-sm' : 'rounded-es-sm',
          tone === 'arrived' && (isOwn ? OWN : OTHER),
          tone === 'waiting' && 'border-control border-dashed bg-surface',
          tone === 'refused' && 'border-danger/50 bg-danger/8',
        )}
      >
        {children}
      </div>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-fg-3 text-xs',
          isOwn && 'justify-end',
        )}
      >
        {foot}
      </div>
    </li>
  )
}

const OWN = 'border-info/25 bg-info/12'
const OTHER = 'border-line bg-surface-2'

/** The text of a message, never interpreted as markup. */
export function MessageText({ children }: { children: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-base md:text-sm">
      {children}
    </p>
  )
}

interface MessageBubbleProps extends Pick<BubbleProps, 'name' | 'isOwn' | 'beginsRun'> {
  message: SupportMessage
  nowMs: number
}

export function MessageBubble({ message, nowMs, ...frame }: MessageBubbleProps) {
  const { message: text, image_url, created_at, is_read } = message
  return (
    <Bubble
      {...frame}
      foot={
        <>
          <time dateTime={created_at} title={formatDateTime(created_at)} className="num">
            {formatTimestamp(created_at, nowMs)}
          </time>
          {frame.isOwn && <ReadMark isRead={is_read} />}
          {!frame.isOwn && !is_read && <Badge tone="accent">{t('New')}</Badge>}
          {message.sender_type === 'user' && isUrgent(text) && (
            <Badge tone="danger">{t('Urgent')}</Badge>
          )}
        </>
      }
    >
      {image_url !== null && (
        <MessagePicture url={image_url} from={frame.isOwn ? undefined : frame.name} />
      )}
      {text !== '' && <MessageText>{text}</MessageText>}
    </Bubble>
  )
}

function ReadMark({ isRead }: { isRead: boolean }) {
  const Icon = isRead ? CheckCheck : Check
  return (
    <span className={classNames('inline-flex items-center gap-1', isRead && 'text-info')}>
      <Icon aria-hidden="true" className="size-3.5" />
      {isRead ? t('Read') : t('Sent')}
    </span>
  )
}

interface UnsentBubbleProps extends Pick<BubbleProps, 'name' | 'beginsRun'> {
  unsent: UnsentMessage
  /** Sends a refused message again; an image must be chosen again. */
  onRetry: () => void
}

/** A message that the server has not accepted yet, at its later place. */
export function UnsentBubble({ unsent, name, beginsRun, onRetry }: UnsentBubbleProps) {
  const { state, label, text, hasPicture, problem, createdAtMs } = unsent
  const isRefused = state === 'refused'
  return (
    <Bubble
      isOwn
      name={name}
      beginsRun={beginsRun}
      tone={isRefused ? 'refused' : 'waiting'}
      foot={
        <>
          <time dateTime={instantOf(createdAtMs)} className="num">
            {formatTime(instantOf(createdAtMs))}
          </time>
          <span className={isRefused ? 'text-danger' : 'inline-flex items-center gap-1'}>
            {!isRefused && <Clock3 aria-hidden="true" className="size-3.5" />}
            {isRefused && problem ? t('{label}: {problem}', { label, problem }) : label}
          </span>
          {unsent.canCancel && <Act onClick={() => void unsent.cancel()}>{t('Cancel')}</Act>}
          {isRefused && <Act onClick={onRetry}>{t('Retry')}</Act>}
          {unsent.canDismiss && <Act onClick={() => void unsent.dismiss()}>{t('Dismiss')}</Act>}
        </>
      }
    >
      {hasPicture && (
        <span className="inline-flex items-center gap-2 text-fg-2 text-sm">
          <ImageIcon aria-hidden="true" className="size-4" />
          {t('Image')}
        </span>
      )}
      {text !== '' && <MessageText>{text}</MessageText>}
    </Bubble>
  )
}

function Act({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-my-1 min-h-11 rounded-sm px-2 font-semibold text-fg text-xs underline-offset-4 hover:underline md:min-h-8"
    >
      {children}
    </button>
  )
}
