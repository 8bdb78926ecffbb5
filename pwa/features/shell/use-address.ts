import { useSearchParams } from 'react-router-dom'

/** All that is chosen stands in the address, so that it can be sent, kept and gone back to. */
export function useAddress() {
  const [query, setQuery] = useSearchParams()
  return {
    query,
    change(changes: Readonly<Record<string, string | undefined>>, history = 'replace') {
      const next = new URLSearchParams(query)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(name)
        else next.set(name, value)
      }
      setQuery(next, { replace: history === 'replace' })
    },
  }
}
