import { MessageSquareQuote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { CANNED_REPLIES } from './canned-replies.ts'

/** Replies that stand ready, folded away until they are wanted. */
export function CannedRepliesMenu({ onPick }: { onPick: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="no-scrollbar flex shrink-0 items-center gap-1.5 overflow-x-auto border-line border-t px-3 py-1.5">
      <Button
        size="small"
        variant="ghost"
        className="shrink-0"
        icon={<MessageSquareQuote className="size-4" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Canned replies
      </Button>
      {isOpen &&
        CANNED_REPLIES.map(({ title, text }) => (
          <Button
            key={title}
            size="small"
            variant="outline"
            className="shrink-0"
            title={text}
            onClick={() => {
              onPick(text)
              setOpen(false)
            }}
          >
            {title}
          </Button>
        ))}
    </div>
  )
}
