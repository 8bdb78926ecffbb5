import { MessageSquareQuote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'

/** Ready-made replies, collapsed until opened. */
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

/** What staff says most; each goes into the reply box, to be read over before it is sent. */
const CANNED_REPLIES: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Greeting',
    text: 'Hello, and thank you for your message. We are looking into it and answer here.',
  },
  {
    title: 'Verification',
    text: 'Your documents are being reviewed. Verification takes 1-2 business days; you are notified of the result.',
  },
  {
    title: 'Deposit or withdrawal',
    text: 'Your request is being reviewed. You can follow its state in your transaction history.',
  },
  {
    title: 'More details',
    text: 'Please tell us the page, the time and what you expected to see. A screenshot helps.',
  },
  {
    title: 'Solved?',
    text: 'This should be settled now. If anything is still open, just write here again.',
  },
]
