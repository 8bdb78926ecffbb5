import {
  ArrowDownUp,
  BadgeCheck,
  ChartCandlestick,
  type LucideIcon,
  Siren,
  Wrench,
} from 'lucide-react'

interface Topic {
  readonly title: string
  readonly icon: LucideIcon
  readonly answer: string
  /** What "Ask This Question" sends. */
  readonly question: string
}

/** Source: docs/product.md, Support. */
export const TOPICS: readonly Topic[] = [
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
