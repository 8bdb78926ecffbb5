import { Link } from 'react-router-dom'
import { useSession } from '#pwa/hooks/use-session.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { AddressProposal } from '#shared/contract/deposit-addresses.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { AddressComparison } from './address-comparison.tsx'

/** What waits for a second member of staff, or for its time if there is none. */
export function AddressProposalNotice({ proposal }: { proposal: AddressProposal }) {
  const { user } = useSession()
  const { takes_effect_at: effectAt, first_approval: first } = proposal
  const isOwn = first?.user_id === user?.userId
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn">
        {t('{name} proposed this on {time}.', {
          name: proposal.proposed_by ?? t('A member of staff'),
          time: formatDateTime(proposal.proposed_at),
        })}{' '}
        {effectAt
          ? t(
              'There was no second member of staff, so it takes effect on {time} unless it is rejected. If you add one with “npm run grant”, this proposal then waits for that person’s approval.',
              { time: formatDateTime(effectAt) },
            )
          : t('Users see no difference until another member of staff approves it.')}
      </Notice>
      <AddressComparison before={proposal.previous_address} after={proposal.address} />
      <Link
        to={`/admin/reviews?case=deposit-address-${proposal.id}`}
        className={buttonClass({ size: 'small' })}
      >
        {isOwn ? t('Open or reject it') : t('Review it')}
      </Link>
    </div>
  )
}
