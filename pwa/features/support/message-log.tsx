import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import type { SupportMessage } from '#shared/contract/support.ts'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { MessageBubble, UnsentBubble } from './message-bubble.tsx'
import { conversationProblem, timelineOf, type UnsentMessage, unreadFor } from './timeline.ts'
import { usePinnedScroll } from './use-pinned-scroll.ts'
import type { Thread } from './use-support.ts'

export interface MessageLogProps {
  thread: Thread
  unsent: readonly UnsentMessage[]
  reader: SupportMessage['sender_type']
  /** What each side is called here. */
  names: Readonly<Record<SupportMessage['sender_type'], string>>
  onSeen: (id: string) => void
  onRetry: (unsent: UnsentMessage) => void
  /** Shown instead of messages if there are none. */
  empty: ReactNode
}

export function MessageLog(props: MessageLogProps) {
  const { thread, unsent, reader, names, onRetry, empty } = props
  const nowMs = useServerNow(MINUTE_MS)
  const messages = thread.conversation?.support_messages ?? []
  const items = timelineOf(messages, unsent, reader)
  const last = items.at(-1)
  const canLoadOlder = thread.hasOlder && !thread.isLoadingOlder
  const { box, content, isAtEnd, onScroll, toEnd } = usePinnedScroll({
    first: items[0]?.key,
    last: last?.key,
    endsWithOwn: last?.isOwn === true,
    onNearStart: () => canLoadOlder && !thread.olderFailed && thread.loadOlder(),
  })
  const unread = unreadFor(messages, reader)
  useSeen(isAtEnd ? unread : undefined, props.onSeen)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('Messages')}
        aria-live={thread.isLoadingOlder ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div ref={content} className="flex shrink-0 grow flex-col">
          {thread.hasOlder && (
            <div className="flex shrink-0 justify-center pb-4">
              <Button size="small" busy={thread.isLoadingOlder} onClick={thread.loadOlder}>
                {thread.olderFailed ? t('Try again') : t('Earlier messages')}
              </Button>
            </div>
          )}
          {items.length === 0 ? (
            <div className="my-auto">{empty}</div>
          ) : (
            <ol className="mt-auto flex flex-col gap-2">
              {items.map((item) =>
                'message' in item ? (
                  <MessageBubble
                    key={item.key}
                    message={item.message}
                    isOwn={item.isOwn}
                    beginsRun={item.beginsRun}
                    name={item.message.writer ?? names[item.from]}
                    nowMs={nowMs}
                  />
                ) : (
                  <UnsentBubble
                    key={item.key}
                    unsent={item.unsent}
                    beginsRun={item.beginsRun}
                    name={names[item.from]}
                    onRetry={() => onRetry(item.unsent)}
                  />
                ),
              )}
            </ol>
          )}
        </div>
      </div>
      {!isAtEnd && (
        <Button
          size="small"
          icon={<ArrowDown className="size-4" />}
          className="absolute inset-x-0 bottom-3 mx-auto w-fit border border-line shadow-raised"
          onClick={toEnd}
        >
          {unread === undefined ? t('Latest') : t('New message')}
        </Button>
      )}
    </div>
  )
}

/** Reports a message as read once it is visible and the device is online. */
function useSeen(id: string | undefined, onSeen: (id: string) => void): void {
  const isVisible = useVisible()
  const { isOnline } = useConnection()
  const reportSeen = useEffectEvent(onSeen)
  useEffect(() => {
    if (id !== undefined && isVisible && isOnline) reportSeen(id)
  }, [id, isVisible, isOnline])
}

/** The log of a conversation, or why there is none to show. */
export function ChatPane(props: MessageLogProps) {
  const { conversation, error, refetch } = props.thread
  if (conversation === undefined && props.unsent.length === 0) {
    if (!error) return <LoadingLog />
    return (
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="m-auto">
          <ErrorState {...conversationProblem(error)} onRetry={refetch} />
        </div>
      </div>
    )
  }
  return <MessageLog {...props} />
}

function LoadingLog() {
  return (
    <div
      role="status"
      aria-label={t('Loading')}
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 p-4"
    >
      <Skeleton className="h-14 w-3/5 rounded-lg" />
      <Skeleton className="h-10 w-2/5 self-end rounded-lg" />
      <Skeleton className="h-20 w-1/2 rounded-lg" />
      <Skeleton className="h-10 w-1/3 self-end rounded-lg" />
    </div>
  )
}

/** Whether the page is visible: a message in a background tab has not been seen. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
