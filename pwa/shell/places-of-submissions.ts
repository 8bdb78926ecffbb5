import { useLocation } from 'react-router-dom'
import { unsentPlacesOf } from '#pwa/feature.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { allOf } from '#shared/text/listed.ts'
import { translated } from '#shared/text/t.ts'

interface PlaceOfSubmissions {
  readonly to: string
  readonly names: string
  readonly kinds: readonly string[]
  readonly isHere: boolean
}

/** The lists in which submissions of these kinds are found; deposits and withdrawals share one. */
export function usePlacesOf(kinds: readonly string[]): readonly PlaceOfSubmissions[] {
  const places = unsentPlacesOf(useFeatures())
  const { pathname, search } = useLocation()
  const isHere = (to: string) => (to.includes('?') ? to === pathname + search : to === pathname)
  const placed = kinds.flatMap((kind) => {
    const place = places[kind]
    return place ? [{ kind, ...place }] : []
  })
  return [...Map.groupBy(placed, ({ to }) => to)].map(([to, there]) => ({
    to,
    names: allOf([...new Set(there.map(({ label }) => label))].map(translated)),
    kinds: there.map(({ kind }) => kind),
    isHere: isHere(to),
  }))
}
