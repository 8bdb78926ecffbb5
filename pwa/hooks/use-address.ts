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
        // The entry stays the same, with what its link said.
        { replace: history === 'replace', state: history === 'replace' ? entryState() : null },
      ),
    [setQuery],
  )
  return { query, change }
}

// As the router keeps it in the history: reading it does not draw the component again.
function entryState(): unknown {
  return window.history.state?.usr
}
