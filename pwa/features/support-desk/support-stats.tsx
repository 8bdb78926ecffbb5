import { Card } from '#pwa/ui/card.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { useSupportStats } from './use-support-desk.ts'

export function SupportStats() {
  const { data, error, refetch } = useSupportStats()
  if (!data && error) {
    return (
      <ErrorState
        title="Failed to fetch support statistics"
        message={error.message}
        onRetry={refetch}
      />
    )
  }
  return (
    <div className="grid grid-cols-3 gap-2 md:gap-4">
      <Card>
        <Stat label="Total conversations" value={data?.totalConversations} />
      </Card>
      <Card>
        <Stat label="Active conversations" value={data?.activeConversations} />
      </Card>
      <Card>
        <Stat label="Unread messages" value={data?.unreadMessages} />
      </Card>
    </div>
  )
}
