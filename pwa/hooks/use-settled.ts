import { useEffect, useState } from 'react'

const SEARCH_AFTER_MS = 300

/** A value once it has not changed for a moment, such as a text when typing has paused. */
export function useSettled<T>(value: T, afterMs = SEARCH_AFTER_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
