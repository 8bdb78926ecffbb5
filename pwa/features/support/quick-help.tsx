import {
  ArrowDownUp,
  BadgeCheck,
  ChartCandlestick,
  type LucideIcon,
  Siren,
  Wrench,
} from 'lucide-react'
import { Button } from '#pwa/ui/button.tsx'

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

interface Topic {
  readonly title: string
  readonly icon: LucideIcon
  readonly answer: string
  /** What "Ask This Question" sends. */
  readonly question: string
}

/** Source: docs/product.md, Support. */
const TOPICS: readonly Topic[] = [
  {
    title: 'Account Verification',
    icon: BadgeCheck,
    answer:
      'Verification takes 1-2 business days. Both sides of your ID and a selfie with it must be sharp and complete.',
    question: 'How do I verify my account, and how long does it take?',
  },
  {
    title: 'Trading Questions',
    icon: ChartCandlestick,
    answer:
      'Spot orders are reviewed before they execute; until then you can cancel them. Futures close by themselves when their time is over.',
    question: 'I have a question about one of my trades. When is it executed?',
  },
  {
    title: 'Deposits & Withdrawals',
    icon: ArrowDownUp,
    answer:
      'Our team reviews every request. You find its state in your transaction history, and we notify you of the result.',
    question: 'What is the state of my deposit or withdrawal?',
  },
  {
    title: 'Technical Issues',
    icon: Wrench,
    answer:
      'Check your connection and reload the app. If it stays wrong, tell us the page, the time and your device.',
    question: 'Something in the app does not work as it should. Can you help me?',
  },
  {
    title: 'Urgent Support',
    icon: Siren,
    answer:
      'Start your message with URGENT: for a withdrawal that you did not make, or somebody else in your account.',
    question: 'URGENT: I need help with my account.',
  },
]
