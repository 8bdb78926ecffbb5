import { CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import { t } from '#shared/text/t.ts'
import { NoticeLinks } from './notice-links.tsx'
import { usePlacesOf } from './places-of-submissions.ts'

/** A form that is still open shows the refusal itself, and takes it back from here. */
const TAKEN_BACK_MS = 1_000

/** What was sent later and refused, while the user may have been anywhere: see the lists. */
export function RefusedSubmissions() {
  const links = usePlacesOf(useRefused())
    .filter(({ isHere }) => !isHere)
    .map(({ to, names, kinds }) => ({
      to,
      text: t(
        '{places}: {count, plural, one {# submission was refused} other {# submissions were refused}}',
        { places: names, count: kinds.length },
      ),
    }))
  return <NoticeLinks tone="danger" icon={CircleAlert} links={links} />
}

function useRefused(): readonly string[] {
  const entries = useOutboxStore((state) => state.entries)
  const refused = useMemo(() => entries.filter(({ state }) => state === 'refused'), [entries])
  return useSettled(refused, TAKEN_BACK_MS).map(({ kind }) => kind)
}
