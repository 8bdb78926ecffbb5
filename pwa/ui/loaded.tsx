import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface LoadedProps<Data> {
  query: {
    readonly data: Data | undefined
    readonly error: { readonly message: string } | undefined
    readonly refetch: () => void
  }
  /** The title of the error, where there is no data to show. */
  failed?: string | undefined
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query has brought; until then a placeholder, or its failure. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, failed, loading = <SkeletonRows count={6} />, children } = props
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return loading
  return <ErrorState title={failed} message={query.error.message} onRetry={query.refetch} />
}
