import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettled } from './use-settled.ts'

/**
 * The text of a search field that the address keeps: what is typed goes there once typing has paused,
 * and what a link or Back puts there comes into the field.
 *
 * @param search the current value in the URL
 */
export function useSearchInAddress(search: string, keep: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const settled = useSettled(typed.trim())
  // The address follows a little later, and by then more may have been typed.
  const underWay = useRef<string[]>([])
  const give = useEffectEvent((text: string) => {
    if (text === (underWay.current.at(-1) ?? search)) return
    underWay.current.push(text)
    keep(text)
  })
  useEffect(() => give(settled), [settled])
  const take = useEffectEvent((text: string) => {
    const index = underWay.current.indexOf(text)
    underWay.current.splice(0, index + 1)
    if (index >= 0 || text === typed.trim()) return
    underWay.current = []
    setTyped(text)
  })
  useEffect(() => take(search), [search])
  return { typed, setTyped, settled }
}
