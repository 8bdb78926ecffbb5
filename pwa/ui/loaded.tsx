import type { ReactNode } from 'react'
import { SkeletonRows } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

interface LoadedProps<Data> {
  query: {
    readonly data: Data | undefined
    readonly error: { readonly message: string } | undefined
    readonly refetch: () => void
  }
  /** The title of the error. */
  failed?: string | undefined
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of a query, or a placeholder, or its failure. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, failed, loading = <SkeletonRows count={6} />, children } = props
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return loading
  return <ErrorState title={failed} message={query.error.message} onRetry={query.refetch} />
}
