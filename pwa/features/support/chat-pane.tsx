import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { conversationProblem } from './conversation-problem.ts'
import { MessageLog, type MessageLogProps } from './message-log.tsx'

/** The log of a conversation, or why there is none to show. */
export function ChatPane(props: MessageLogProps) {
  const { conversation, error, refetch } = props.thread
  if (conversation === undefined && props.unsent.length === 0) {
    if (!error) return <LoadingLog />
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <ErrorState {...conversationProblem(error)} onRetry={refetch} />
      </div>
    )
  }
  return <MessageLog {...props} />
}

function LoadingLog() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 p-4"
    >
      <Skeleton className="h-14 w-3/5 rounded-lg" />
      <Skeleton className="h-10 w-2/5 self-end rounded-lg" />
      <Skeleton className="h-20 w-1/2 rounded-lg" />
      <Skeleton className="h-10 w-1/3 self-end rounded-lg" />
    </div>
  )
}
