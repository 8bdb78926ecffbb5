import { Clock3, ImageIcon } from 'lucide-react'
import { formatTime } from '#shared/format.ts'
import { instantOf } from '#shared/time.ts'
import { Bubble, MessageText } from './message-bubble.tsx'
import type { UnsentMessage } from './outgoing.ts'

interface UnsentBubbleProps {
  unsent: UnsentMessage
  name: string
  beginsRun: boolean
  /** Sends what was refused once more; a picture has to be chosen again. */
  onRetry: () => void
}

/** A message that the server has not taken, where it will stand afterwards. */
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
          <span className={isRefused ? 'text-down' : 'inline-flex items-center gap-1'}>
            {!isRefused && <Clock3 aria-hidden="true" className="size-3.5" />}
            {isRefused && problem ? `${label}: ${problem}` : label}
          </span>
          {unsent.canCancel && <Act onClick={() => void unsent.cancel()}>Cancel</Act>}
          {isRefused && <Act onClick={onRetry}>Retry</Act>}
          {unsent.canDismiss && <Act onClick={() => void unsent.dismiss()}>Dismiss</Act>}
        </>
      }
    >
      {hasPicture && (
        <span className="inline-flex items-center gap-2 text-fg-2 text-sm">
          <ImageIcon aria-hidden="true" className="size-4" />
          Picture
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
