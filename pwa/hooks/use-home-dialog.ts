import { useSearchParams } from 'react-router-dom'

/** The address says which dialog is open: a notification links to it, and Back closes it. */
export function useHomeDialog() {
  const [query, setQuery] = useSearchParams()
  return {
    dialog: query.get('open') ?? undefined,
    open: (name: string) => setQuery({ open: name }),
    close: () => setQuery({}, { replace: true }),
  }
}
