import type { ReactNode } from 'react'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { RequestKind, ReviewedRequest } from './request-kind.ts'

interface RequestListProps<T extends ReviewedRequest> {
  kind: RequestKind<T>
  requests: ReturnType<RequestKind<T>['useRequests']>
  empty: ReactNode
  card: (request: T) => ReactNode
}

export function RequestList<T extends ReviewedRequest>(props: RequestListProps<T>) {
  const { kind, requests, empty, card } = props
  return (
    <>
      {requests.isLoading && <SkeletonRows count={3} />}
      {!requests.data && requests.error && (
        <ErrorState {...kind.loadFailed(requests.error)} onRetry={requests.refetch} />
      )}
      {requests.data?.length === 0 && empty}
      <ul className="flex flex-col gap-3">{requests.data?.map(card)}</ul>
    </>
  )
}
