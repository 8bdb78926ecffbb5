import { formatAge } from '#shared/format.ts'
import { type Instant, instantOf } from '#shared/time.ts'

/** The age of data that is not live. */
export function Age({ at }: { at: Instant }) {
  return (
    <time dateTime={at} className="num text-fg-3 text-xs">
      {formatAge(at, Date.now())}
    </time>
  )
}

interface CachedAgeProps {
  of: { readonly isFromCache?: boolean; readonly updatedAtMs?: number | undefined }
}

/** The age of a response that is not the server's latest. */
export function CachedAge({ of: { isFromCache, updatedAtMs } }: CachedAgeProps) {
  return isFromCache && updatedAtMs !== undefined ? <Age at={instantOf(updatedAtMs)} /> : null
}
