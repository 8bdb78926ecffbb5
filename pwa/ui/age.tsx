import { formatAge } from '#shared/format.ts'
import type { Instant } from '#shared/time.ts'

/** Everything that is not live says from when it is. */
export function Age({ at }: { at: Instant }) {
  return (
    <time dateTime={at} className="num text-fg-3 text-xs">
      {formatAge(at, Date.now())}
    </time>
  )
}
