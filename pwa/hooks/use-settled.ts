import { useEffect, useState } from 'react'

const SEARCH_AFTER_MS = 300

/** The text once typing has paused for a moment. */
export function useSettled(text: string, afterMs = SEARCH_AFTER_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
