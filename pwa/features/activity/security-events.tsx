import { ShieldCheck } from 'lucide-react'
import { Card } from '#pwa/ui/card.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { SecurityEvent } from '#shared/contract/activity.ts'
import { formatDateTime } from '#shared/format.ts'
import { useSecurityEvents } from './use-activity.ts'

/** What changed the protection of the account, newest first. */
export function SecurityEvents() {
  return (
    <Card flush>
      <Loaded query={useSecurityEvents()}>
        {(events) =>
          events.length === 0 ? (
            <EmptyState icon={<ShieldCheck className="size-5" />} title="Nothing has changed yet">
              Changes of the password, second factor, passkeys and withdrawal addresses are listed
              here.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {events.map((event) => (
                <li
                  key={event.position}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2"
                >
                  <span className="text-fg text-sm">{event.title}</span>
                  <span className="num text-fg-3 text-xs">
                    {formatDateTime(event.at)} · {byWhom(event)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function byWhom({ by }: SecurityEvent): string {
  const name = by.kind === 'staff' ? 'Staff' : 'User'
  return by.display_id === null ? name : `${name} ${by.display_id}`
}
