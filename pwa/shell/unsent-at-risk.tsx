import { Link } from 'react-router-dom'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { operator } from '#shared/operator/company.ts'

/** What could not be sent yet may be lost where the browser does not promise to keep it. */
export function UnsentAtRisk() {
  const isAtRisk = useOutboxStore(
    ({ isLasting, entries }) =>
      isLasting === false && entries.some(({ state, failure }) => state !== 'refused' && failure),
  )
  if (!isAtRisk) return null
  return (
    <Notice tone="warn">
      {rich(
        'This browser may delete submissions that have not been sent, for example after a week without a visit. Open {name} with a connection soon, or <link>install the app</link>.',
        {
          name: operator.name,
          link: (inner) => (
            <Link to="/install" className="font-medium text-info underline underline-offset-2">
              {inner}
            </Link>
          ),
        },
      )}
    </Notice>
  )
}
