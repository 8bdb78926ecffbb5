import { CloudOff } from 'lucide-react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useUnsentCount } from '#pwa/hooks/use-outbox.ts'
import { t } from '#shared/text/t.ts'

/** Says quietly that what is on screen is remembered, and how much waits to be sent. */
export function ConnectionBar() {
  const { isOnline } = useConnection()
  const unsent = useUnsentCount()
  return (
    // Never out of the flow: browsers would no longer keep the page below in its place.
    <div role="status" className="bg-surface-2 text-fg-2 text-sm">
      {!isOnline && (
        <p className="mx-auto flex min-h-10 max-w-(--page-width) items-center gap-2.5 px-4 py-2 md:px-6">
          <CloudOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
          <span>
            {t('You are offline')}
            {unsent > 0 && ` · ${waiting(unsent)}`}
          </span>
        </p>
      )}
    </div>
  )
}

function waiting(count: number): string {
  return t('{count, plural, one {# submission waits} other {# submissions wait}} to be sent', {
    count,
  })
}
