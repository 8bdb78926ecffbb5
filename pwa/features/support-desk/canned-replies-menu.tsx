import { MessageSquareQuote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { CANNED_REPLIES } from './canned-replies.ts'

/** Replies that stand ready, folded away until they are wanted. */
export function CannedRepliesMenu({ onPick }: { onPick: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-line border-t px-3 pt-2">
      <Button
        size="small"
        variant="ghost"
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
