import { useState } from 'react'
import { showFailure } from '#pwa/stores/toasts.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { deviceName } from '#shared/device-name.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { useOwnSessions } from './use-account.ts'

/** The user's sessions. Every other session can be logged out here. */
export function SessionsCard() {
  const { data, error, isLoading, refetch, revoke } = useOwnSessions()
  const [endingId, setEndingId] = useState<string>()

  async function end(id: string) {
    setEndingId(id)
    const result = await revoke({ params: { id } })
    setEndingId(undefined)
    if (result.state === 'refused') showFailure(result.failure)
    refetch()
  }

  return (
    <Card title={t('Devices')} flush>
      {isLoading && <SkeletonRows count={1} />}
      {!data && error && <ErrorState message={error.message} onRetry={refetch} />}
      <ul>
        {data?.map((session) => (
          <li
            key={session.id}
            className="flex min-h-16 items-center justify-between gap-4 border-line border-b px-4 py-2 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="block truncate text-fg text-sm" title={session.user_agent}>
                {deviceName(session.user_agent)}
              </span>
              <span className="text-fg-3 text-xs">
                {t('Last seen {time}', { time: formatDateTime(session.last_seen_at) })}
              </span>
            </span>
            {session.current ? (
              <Badge tone="success">{t('This device')}</Badge>
            ) : (
              <Button
                size="small"
                busy={endingId === session.id}
                aria-label={t('Log out {device}', { device: deviceName(session.user_agent) })}
                onClick={() => void end(session.id)}
              >
                {t('Log out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
