import { ShieldCheck } from 'lucide-react'
import { Card } from '#pwa/ui/card.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { SecurityEvent } from '#shared/contract/activity.ts'
import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'
import { useSecurityEvents } from './use-activity.ts'

/** What changed the protection of the account, newest first. */
export function SecurityEvents() {
  const { events, ...query } = useSecurityEvents()
  return (
    <Card flush>
      <PagedList
        query={query}
        rows={events}
        empty={
          <EmptyState
            icon={<ShieldCheck className="size-5" />}
            title={t('Nothing has changed yet')}
          >
            {t(
              'Changes to your password, second factor, passkeys and withdrawal addresses appear here.',
            )}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((event) => (
              <li
                key={event.position}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2"
              >
                <span className="text-fg text-sm">{translated(event.title)}</span>
                <span className="num text-fg-3 text-xs">
                  {formatDateTime(event.at)} · {byWhom(event)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  )
}

function byWhom({ by: { kind, display_id: id } }: SecurityEvent): string {
  if (kind === 'staff') return id === null ? t('Staff') : t('Staff {id}', { id })
  return id === null ? t('User') : t('User {id}', { id })
}
