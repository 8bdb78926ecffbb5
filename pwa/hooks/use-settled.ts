import { useEffect, useState } from 'react'

const SEARCH_AFTER_MS = 300

/** The text once typing has paused for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
