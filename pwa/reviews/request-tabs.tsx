import { type ReactNode, useState } from 'react'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import { msg, t } from '#shared/text/t.ts'

interface RequestTabsProps<Shown extends RequestStatus> {
  label: string
  statuses: readonly Shown[]
  counts: Readonly<Record<Shown, number>> | undefined
  list: (status: Shown) => ReactNode
}

/** Requests by status, each with its count. */
export function RequestTabs<const Shown extends RequestStatus>(props: RequestTabsProps<Shown>) {
  const { label, statuses, counts, list } = props
  const [shown, setShown] = useState(statuses[0] as Shown)
  return (
    <Tabs
      label={label}
      value={shown}
      onValueChange={(next) => setShown(next as Shown)}
      tabs={statuses.map((status) => ({
        value: status,
        label: counts
          ? t('{name} ({count})', { name: nameOf(status), count: counts[status] })
          : nameOf(status),
        content: list(status),
      }))}
    />
  )
}

function nameOf(status: RequestStatus): string {
  return t(NAMES[status])
}

const NAMES: Readonly<Record<RequestStatus, string>> = {
  pending: msg('Pending'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
}
