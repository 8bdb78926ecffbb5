import {
  ArrowDownUp,
  BadgeCheck,
  ChartCandlestick,
  CircleHelp,
  type LucideIcon,
  MessagesSquare,
  Siren,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import { Age } from '#pwa/ui/age.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import { serviceTimes } from '#shared/operator/service-times.ts'
import { URGENT } from '#shared/rules/support.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { Composer } from './composer.tsx'
import { ConversationBadge } from './conversation-badge.tsx'
import { ChatPane } from './message-log.tsx'
import { QuestionGuard } from './question-guard.ts'
import { useMessageDraft, useSender } from './use-message-draft.ts'
import { useSupport } from './use-support.ts'

export function SupportChat() {
  const { thread, conversationId, unsent, send, markSeen } = useSupport()
  const control = useMessageDraft(conversationId)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { conversation, isFromCache, updatedAtMs } = thread

  const { sendDraft, retry } = useSender(control, send)
  const [guard] = useState(() => new QuestionGuard())
  const ask = (question: string) => {
    setHelpOpen(false)
    void guard.ask(question, unsent, (text) => send({ text, picture: undefined }))
  }
  return (
    <div data-fills="" className="relative flex min-h-104 flex-1 flex-col large-text:min-h-184">
      {/* Out of the flow, so that messages and topics scroll and the page does not grow with them. */}
      <section
        aria-labelledby="support-title"
        className="absolute inset-0 flex flex-col overflow-hidden rounded-lg border border-line bg-surface lg:end-102"
      >
        <header className="flex min-h-14 shrink-0 items-center gap-3 border-line border-b py-1.5 ps-4 pe-2 large-text:flex-wrap">
          <div className="min-w-0">
            <h1
              id="support-title"
              className="text-balance font-semibold text-base text-fg leading-5 md:text-lg md:leading-6"
            >
              {t('Customer Support')}
            </h1>
            {isFromCache && updatedAtMs !== undefined && <Age at={instantOf(updatedAtMs)} />}
          </div>
          {conversation && <ConversationBadge isActive={conversation.is_active} />}
          <Button
            size="small"
            variant="ghost"
            icon={<CircleHelp className="hidden size-4 sm:block" />}
            className="ms-auto lg:hidden"
            onClick={() => setHelpOpen(true)}
          >
            {t('Quick Help')}
          </Button>
        </header>
        <ChatPane
          thread={thread}
          unsent={unsent}
          reader="user"
          names={{ user: t('You'), admin: t('Support Team') }}
          onSeen={(id) => void markSeen(id)}
          onRetry={retry}
          empty={
            <EmptyState icon={<MessagesSquare className="size-5" />} title={t('How can we help?')}>
              {t('Write to the support team, or start with a question from Quick Help.')}
            </EmptyState>
          }
        />
        {conversation?.is_active === false && (
          <p className="border-line border-t bg-surface-2 px-4 py-2 text-fg-2 text-sm">
            {t('This conversation is closed. Your next message reopens it.')}
          </p>
        )}
        <Composer {...control} label={t('Write a message')} onSend={sendDraft} />
        <div className="px-4 pb-3">
          <ResponseTime />
        </div>
      </section>
      <aside
        aria-labelledby="quick-help-title"
        className="absolute inset-y-0 end-0 hidden w-96 flex-col gap-3 overflow-y-auto lg:flex"
      >
        <h2 id="quick-help-title" className="font-semibold text-base text-fg">
          {t('Quick Help')}
        </h2>
        <QuickHelp onAsk={ask} />
      </aside>
      <Dialog open={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('Quick Help')}>
        <QuickHelp onAsk={ask} />
      </Dialog>
    </div>
  )
}

function QuickHelp({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <ul aria-label={t('Quick Help')} className="flex flex-col gap-2">
      {topics().map(({ title, icon: Icon, answer, question }) => (
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
            className="-ms-3 self-start text-info md:h-8!"
            title={question}
            aria-label={t('Ask This Question: {title}', { title })}
            onClick={() => onAsk(question)}
          >
            {t('Ask This Question')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function ResponseTime() {
  return (
    <p className="text-fg-3 text-xs">
      {rich(
        'We answer within {answer}. Start urgent issues with {urgent}. Verification takes {verification}.',
        {
          answer: serviceTimes.answer,
          urgent: <strong className="font-semibold text-fg-2">{URGENT}</strong>,
          verification: serviceTimes.verification,
        },
      )}
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
function topics(): readonly Topic[] {
  return [
    {
      title: t('Account Verification'),
      icon: BadgeCheck,
      answer: t(
        'Verification takes {time}. Both sides of your ID and a selfie with it must be sharp and complete.',
        { time: serviceTimes.verification },
      ),
      question: t('How do I verify my account, and how long does it take?'),
    },
    {
      title: t('Trading Questions'),
      icon: ChartCandlestick,
      answer: t(
        'Spot orders are reviewed before they are executed. Until then you can cancel them. Futures trades settle automatically when their time is up.',
      ),
      question: t('I have a question about one of my trades. When is it executed?'),
    },
    {
      title: t('Deposits & Withdrawals'),
      icon: ArrowDownUp,
      answer: t(
        'Our staff review every request. You can see its status in your transaction history, and we notify you of the result.',
      ),
      question: t('What is the status of my deposit or withdrawal?'),
    },
    {
      title: t('Technical Issues'),
      icon: Wrench,
      answer: t(
        'Check your connection and reload the app. If that does not help, tell us the page, the time and your device.',
      ),
      question: t('Something in the app is not working. Can you help me?'),
    },
    {
      title: t('Urgent Support'),
      icon: Siren,
      answer: t(
        'Start your message with {urgent} for a withdrawal that you did not make, or if someone else is in your account.',
        { urgent: URGENT },
      ),
      // The mark stays first and as it is, because the server looks for it.
      question: `${URGENT}: ${t('I need help with my account.')}`,
    },
  ]
}
