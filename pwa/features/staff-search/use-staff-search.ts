import { useState } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { SEARCH_LENGTH_MIN, searchAsStaff } from '#shared/contract/cases.ts'
import type { ResponseOf } from '#shared/contract/route.ts'

export type StaffFound = ResponseOf<typeof searchAsStaff>

/** Every key press of a name would send a request; an id is pasted. */
const SETTLES_MS = 150

/** The results of a search; while the next search runs, those of the previous one. */
export function useStaffSearch(typed: string) {
  const text = typed.trim()
  const settled = useSettled(text, SETTLES_MS)
  const isEnabled = settled.length >= SEARCH_LENGTH_MIN
  const { data, error, refetch } = useQueryFor(
    searchAsStaff,
    { query: { q: settled } },
    { isEnabled },
  )
  const [shown, setShown] = useState<{ readonly text: string; readonly found: StaffFound }>()
  if (data && isEnabled && data !== shown?.found) setShown({ text: settled, found: data })
  const isLongEnough = text.length >= SEARCH_LENGTH_MIN
  return {
    found: isLongEnough ? shown?.found : undefined,
    isLongEnough,
    /** The results are for the current text. */
    isCurrent: isLongEnough && shown?.text === text && data !== undefined,
    error: isLongEnough ? error : undefined,
    refetch,
  }
}
