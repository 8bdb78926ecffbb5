import { CircleAlert } from 'lucide-react'
import { noteSeen, useDeletedSubmissions } from '#pwa/stores/deleted-submissions.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { t } from '#shared/text/t.ts'
import { NoticeLinks } from './notice-links.tsx'
import { usePlacesOf } from './places-of-submissions.ts'

/** What waited when the browser deleted its database. It may have arrived: the lists tell. */
export function DeletedSubmissions() {
  const userId = useSessionStore(({ user }) => user?.userId ?? '')
  const places = usePlacesOf(useDeletedSubmissions(({ kinds }) => kinds))
  const links = places.map(({ to, names, kinds }) => ({
    to,
    text: t(
      '{places}: this browser has deleted {count, plural, one {# submission that was waiting to be sent. Check whether it has arrived.} other {# submissions that were waiting to be sent. Check whether they have arrived.}}',
      { places: names, count: kinds.length },
    ),
    onFollow: () => noteSeen(userId, (kind) => kinds.includes(kind)),
  }))
  return <NoticeLinks tone="danger" icon={CircleAlert} links={links} />
}
