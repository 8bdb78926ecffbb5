import { Button } from '#pwa/ui/button.tsx'
import { TOPICS } from './quick-help-topics.ts'

/** Answers to what is asked most; asking sends the question into the conversation. */
export function QuickHelp({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <ul aria-label="Quick Help" className="flex flex-col gap-2">
      {TOPICS.map(({ title, icon: Icon, answer, question }) => (
        <li
          key={title}
          className="flex flex-col gap-1 rounded-md border border-line bg-surface-2 p-3 pb-1"
        >
          <h3 className="flex items-center gap-2 font-semibold text-fg text-sm">
            <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
            {title}
          </h3>
          <p className="text-fg-2 text-sm">{answer}</p>
          <Button
            size="small"
            variant="ghost"
            className="-ml-3 self-start text-info md:h-8!"
            title={question}
            aria-label={`Ask This Question: ${title}`}
            onClick={() => onAsk(question)}
          >
            Ask This Question
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function ResponseTime() {
  return (
    <p className="text-fg-3 text-xs">
      We answer within about 24 hours on business days. Start urgent issues with{' '}
      <strong className="font-semibold text-fg-2">URGENT</strong>. Verification takes 1-2 business
      days.
    </p>
  )
}
