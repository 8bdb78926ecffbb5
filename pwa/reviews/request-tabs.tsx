import { type ReactNode, useState } from 'react'
import { Tabs } from '#pwa/ui/tabs.tsx'

interface RequestTabsProps<Status extends string> {
  label: string
  statuses: readonly Status[]
  counts: Readonly<Record<Status, number>> | undefined
  list: (status: Status) => ReactNode
}

/** Requests by status, each with its count. */
export function RequestTabs<const Status extends string>(props: RequestTabsProps<Status>) {
  const { label, statuses, counts, list } = props
  const [shown, setShown] = useState(statuses[0] as Status)
  return (
    <Tabs
      label={label}
      value={shown}
      onValueChange={(next) => setShown(next as Status)}
      tabs={statuses.map((status) => ({
        value: status,
        label: counts ? `${nameOf(status)} (${counts[status]})` : nameOf(status),
        content: list(status),
      }))}
    />
  )
}

function nameOf(status: string): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`
}
