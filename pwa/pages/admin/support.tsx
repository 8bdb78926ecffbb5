import { MessagesSquare } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { ConversationList, SupportStats } from '#pwa/features/support/desk/conversation-list.tsx'
import { ConversationPane } from '#pwa/features/support/desk/conversation-pane.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'

/**
 * The address names the conversation, so that a notification can link to it; on a phone it replaces
 * the list.
 */
export function AdminSupportPage() {
  const [query] = useSearchParams()
  const id = query.get('conversation') ?? undefined
  const listOnly = id === undefined ? '' : 'max-md:hidden'
  return (
    <div className="flex flex-col gap-4">
      <h1
        className={classNames(
          'font-semibold text-fg text-xl md:text-2xl',
          id !== undefined && 'max-md:sr-only',
        )}
      >
        {t('Support')}
      </h1>
      <div className={listOnly}>
        <SupportStats />
      </div>
      <div className="grid grid-cols-1 gap-4 md:h-[calc(100dvh-21rem)] md:min-h-120 md:grid-cols-[19rem_minmax(0,1fr)] xl:h-[calc(100dvh-18rem)] xl:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={classNames('flex min-h-0 flex-col *:flex-1', listOnly)}>
          <ConversationList openId={id} />
        </div>
        <section
          aria-label={t('Conversation')}
          className={classNames(
            'flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface max-md:h-[calc(100dvh-14rem)] max-md:min-h-104',
            id === undefined && 'max-md:hidden',
          )}
        >
          {id === undefined ? (
            <div className="m-auto">
              <EmptyState
                icon={<MessagesSquare className="size-5" />}
                title={t('Select a Conversation')}
              >
                {t('Choose one from the list to read and answer it.')}
              </EmptyState>
            </div>
          ) : (
            <ConversationPane key={id} id={id} />
          )}
        </section>
      </div>
    </div>
  )
}
