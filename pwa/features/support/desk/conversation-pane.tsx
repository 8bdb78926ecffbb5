import { MessageSquareQuote, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { PaneHead } from '#pwa/components/pane-head.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { useAddress } from '#pwa/hooks/use-address.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { SupportConversation } from '#shared/contract/support.ts'
import { serviceTimes } from '#shared/operator/service-times.ts'
import { t } from '#shared/text/t.ts'
import { Composer } from '../composer.tsx'
import { ConversationBadge } from '../conversation-badge.tsx'
import { ChatPane } from '../message-log.tsx'
import { useMessageDraft, useSender } from '../use-message-draft.ts'
import { useDeskConversation } from './use-support-desk.ts'

export function ConversationPane({ id }: { id: string }) {
  const desk = useDeskConversation(id)
  const control = useMessageDraft(id)
  const { conversation } = desk.thread
  const { sendDraft, retry } = useSender(control, desk.send, desk.isSending)
  if (conversation === null) {
    return (
      <EmptyState icon={<MessagesSquare className="size-5" />} title={t('Conversation not found')}>
        {t('This user has not written to support.')}
      </EmptyState>
    )
  }
  return (
    <>
      <Head
        conversation={conversation}
        isBusy={desk.isChangingStatus}
        onActive={(isActive) => void desk.setActive(isActive)}
        onNotUrgent={() => void desk.clearUrgency()}
      />
      <ChatPane
        thread={desk.thread}
        unsent={desk.unsent}
        reader="admin"
        names={{
          user: conversation?.user.full_name || t('User'),
          admin: t('Support Team'),
        }}
        onSeen={(messageId) => void desk.markSeen(messageId)}
        onRetry={retry}
        empty={undefined}
      />
      <IfMay permission="support.answer">
        <CannedRepliesMenu
          onPick={(text) =>
            control.change({
              text: [control.draft.text.trimEnd(), text].filter(Boolean).join('\n'),
            })
          }
        />
        <Composer
          {...control}
          label={t('Write a reply')}
          isHeld={desk.isSending}
          onSend={sendDraft}
          typesAtOnce
        />
      </IfMay>
    </>
  )
}

interface HeadProps {
  conversation: SupportConversation | undefined
  isBusy: boolean
  onActive: (isActive: boolean) => void
  onNotUrgent: () => void
}

function Head({ conversation, isBusy, onActive, onNotUrgent }: HeadProps) {
  const { query } = useAddress()
  const list = new URLSearchParams(query)
  list.delete('conversation')
  return (
    <PaneHead
      listAddress={`/admin/support?${list}`}
      listLabel={t('Back to the conversations')}
      beside={
        conversation && (
          <>
            <ConversationBadge isActive={conversation.is_active} />
            <IfMay permission="support.answer">
              {conversation.is_urgent && (
                <Button size="small" busy={isBusy} onClick={onNotUrgent}>
                  {t('Not urgent')}
                </Button>
              )}
              <Button size="small" busy={isBusy} onClick={() => onActive(!conversation.is_active)}>
                {conversation.is_active ? t('Close') : t('Open')}
              </Button>
            </IfMay>
          </>
        )
      }
    >
      {conversation ? (
        <>
          <h2 className="truncate font-semibold text-base text-fg">
            <UserLink id={conversation.user.email && conversation.id} cuts>
              {conversation.user.full_name}
            </UserLink>
          </h2>
          <p className="flex items-center gap-2 text-fg-3 text-xs">
            <ShortText>{conversation.user.email}</ShortText>
            <bdi className="num shrink-0">#{conversation.conversation_number}</bdi>
          </p>
        </>
      ) : (
        <div className="flex flex-col gap-2">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-48" />
        </div>
      )}
    </PaneHead>
  )
}

function CannedRepliesMenu({ onPick }: { onPick: (text: string) => void }) {
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
        {t('Canned replies')}
      </Button>
      {isOpen &&
        cannedReplies().map(({ title, text }) => (
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

/**
 * Frequent answers; a press puts one into the reply box, where it can be read before it is sent.
 */
function cannedReplies(): readonly { readonly title: string; readonly text: string }[] {
  return [
    {
      title: t('Greeting'),
      text: t('Hello, and thank you for your message. We are looking into it and will reply here.'),
    },
    {
      title: t('Verification'),
      text: t(
        'Your documents are being reviewed. Verification takes {time}. We notify you of the result.',
        { time: serviceTimes.verification },
      ),
    },
    {
      title: t('Deposit or withdrawal'),
      text: t(
        'Your request is being reviewed. You can follow its status in your transaction history.',
      ),
    },
    {
      title: t('More details'),
      text: t(
        'Please tell us the page, the time and what you expected to see. A screenshot helps.',
      ),
    },
    {
      title: t('Solved?'),
      text: t('This should be solved now. If anything is still open, write here again.'),
    },
  ]
}
