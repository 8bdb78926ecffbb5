import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Every choice is in the address, so that it can be shared, bookmarked and undone with Back. */
export function useAddress() {
  const [query, setQuery] = useSearchParams()
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, history = 'replace') =>
      setQuery(
        (known) => {
          const next = new URLSearchParams(known)
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: history === 'replace' },
      ),
    [setQuery],
  )
  return { query, change }
}
