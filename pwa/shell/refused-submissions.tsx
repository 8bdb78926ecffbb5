import { CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { unsentPlacesOf } from '#pwa/feature.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { type OutboxView, useOutboxStore } from '#pwa/stores/outbox.ts'
import { allOf } from '#shared/text/listed.ts'
import { t, translated } from '#shared/text/t.ts'
import { NoticeLinks } from './notice-links.tsx'

/** A form that is still open shows the refusal itself, and takes it back from here. */
const TAKEN_BACK_MS = 1_000

/** What was sent later and refused, while the user may have been anywhere: see the lists. */
export function RefusedSubmissions() {
  const refused = useRefused()
  const places = unsentPlacesOf(useFeatures())
  const { pathname, search } = useLocation()
  const isHere = (to: string) => (to.includes('?') ? to === pathname + search : to === pathname)
  const links = placesOf(refused, places)
    .filter(({ to }) => !isHere(to))
    .map(({ to, labels, count }) => ({
      to,
      text: t(
        '{places}: {count, plural, one {# submission was refused} other {# submissions were refused}}',
        { places: allOf(labels.map(translated)), count },
      ),
    }))
  return <NoticeLinks tone="danger" icon={CircleAlert} links={links} />
}

function useRefused(): readonly OutboxView[] {
  const entries = useOutboxStore((state) => state.entries)
  const refused = useMemo(() => entries.filter(({ state }) => state === 'refused'), [entries])
  return useSettled(refused, TAKEN_BACK_MS)
}

/** One entry for each place: deposits and withdrawals are in one list. */
function placesOf(refused: readonly OutboxView[], places: ReturnType<typeof unsentPlacesOf>) {
  const placed = refused.flatMap(({ kind }) => {
    const place = places[kind]
    return place ? [place] : []
  })
  return [...Map.groupBy(placed, ({ to }) => to)].map(([to, there]) => ({
    to,
    labels: [...new Set(there.map(({ label }) => label))],
    count: there.length,
  }))
}
