import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Missing } from '#pwa/ui/money.tsx'
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
    <dl className="grid grid-cols-3 divide-x divide-line rounded-lg border border-line bg-surface">
      <Figure label="Total conversations" value={data?.totalConversations} />
      <Figure label="Active conversations" value={data?.activeConversations} />
      <Figure label="Unread messages" value={data?.unreadMessages} />
    </dl>
  )
}

/** undefined while it is not known: never shown as 0. */
function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex min-w-0 flex-col justify-between gap-1 px-3 py-3 md:px-4">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="num font-semibold text-fg text-lg">{value ?? <Missing />}</dd>
    </div>
  )
}
